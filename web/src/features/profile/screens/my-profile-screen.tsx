import { MAX_DISTANCE_KM, MAX_PHOTOS, type Pronouns } from '@herenow/contract/constants';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { errorText } from '../../../lib/api.ts';
import { clearDraft, readDraft, useFormDraft } from '../../../lib/form-drafts.ts';
import { fromSettings } from '../../../lib/from-settings.ts';
import { useMe } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { ListRow } from '../../../ui/list-row.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { PhotoEditor, usePhotos } from '../../photos/index.ts';
import { aboutComplete, AboutFieldset, type AboutFields } from '../components/about-fields.tsx';
import { saveMe } from '../own.ts';
import { words } from '../words.ts';

const KEPT = ['username', 'gender', 'dateOfBirth'] as const;

export default function MyProfileScreen() {
  const me = useMe();
  const navigate = useNavigate();
  const drafts = { about: `my-profile:${me.id}`, photos: `my-photos:${me.id}` };
  const form = useForm<AboutFields>({
    mode: 'onTouched',
    defaultValues: {
      username: me.username,
      gender: me.gender ?? '',
      dateOfBirth: me.dateOfBirth ?? '',
      ...readDraft<AboutFields>(drafts.about),
    },
  });
  useFormDraft(form, drafts.about, KEPT);
  const list = usePhotos({ userId: me.id, saved: me.photos, draft: drafts.photos });
  const [problem, setProblem] = useState<string>();

  const submit = form.handleSubmit(async ({ username, gender, dateOfBirth }) => {
    setProblem(undefined);
    try {
      const user = await saveMe({
        username: username.trim(),
        gender: gender as Pronouns,
        dateOfBirth,
        photos: list.photos.map(({ url }) => ({ url })),
      });
      list.reset(user.photos);
      clearDraft(drafts.about);
      clearDraft(drafts.photos);
      showToast(words.mine.saved, { tone: 'good' });
    } catch (error) {
      setProblem(errorText(error, words.saveFailed));
    }
  });

  const { maxDistanceKm } = me.preferences;
  const complete = aboutComplete(form.watch()) && !form.formState.errors.dateOfBirth;
  const noPhoto = list.photos.length === 0 && !list.busy ? words.mine.photoNeeded : undefined;
  return (
    <>
      <PageHeader title={words.mine.title} wide onBack={() => void navigate('/settings')} />
      <main className="mx-auto w-full max-w-2xl px-5 pt-4 lg:max-w-5xl">
        <form
          noValidate
          onSubmit={submit}
          className="lg:grid lg:grid-cols-2 lg:gap-x-14 lg:*:first:row-span-3"
        >
          <Section title={words.mine.photos} text={words.mine.photosHint}>
            <PhotoEditor list={list} max={MAX_PHOTOS} />
          </Section>
          <Section title={words.mine.about}>
            <AboutFieldset form={form} tooYoung={words.profile.tooYoungShort} />
          </Section>
          <Section title={words.mine.more}>
            <div className="flex flex-col divide-y divide-line">
              <ListRow
                title={words.mine.ideas}
                text={words.mine.ideasText(me.myTags.length)}
                to="/preferences-setup"
                state={fromSettings}
              />
              <ListRow
                title={words.mine.distance}
                text={words.mine.distanceText(maxDistanceKm, maxDistanceKm === MAX_DISTANCE_KM)}
                to="/distance-setup"
                state={fromSettings}
              />
            </div>
          </Section>
          <div className="foot sticky bottom-(--bar,0px) z-10 -mx-5 flex flex-col gap-2.5 px-5 pb-5 lg:mx-0 lg:px-0">
            <InlineError>{problem ?? noPhoto}</InlineError>
            <Button
              type="submit"
              block
              disabled={!complete || list.photos.length === 0 || list.busy}
              busy={form.formState.isSubmitting}
              busyText={words.saving}
            >
              {words.mine.save}
            </Button>
          </div>
        </form>
      </main>
    </>
  );
}

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="mb-10">
      <h2 className="text-title">{title}</h2>
      {text && <p className="mt-1 text-small text-soft">{text}</p>}
      <div className="mt-4 flex flex-col gap-5">{children}</div>
    </section>
  );
}
