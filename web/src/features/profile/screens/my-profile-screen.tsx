import { MAX_DISTANCE_KM, MAX_PHOTOS, type Pronouns } from '@herenow/contract/constants';
import type { OwnUser, Photo } from '@herenow/contract/entities';
import { bioProblem } from '@herenow/contract/rules';
import { Eye, Lightbulb, MapPin } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { errorText } from '../../../lib/api.ts';
import { clearDraft } from '../../../lib/form-drafts.ts';
import { fromSettings } from '../../../lib/from-settings.ts';
import { settled } from '../../../lib/after-press.ts';
import { goUp } from '../../../lib/navigation.tsx';
import { showFirstError } from '../../../lib/show-first-error.ts';
import { useMe } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { listCardClass, ListRow } from '../../../ui/list-row.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Section } from '../../../ui/section.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useProblem } from '../../../ui/use-problem.ts';
import { PhotoEditor, usePhotos } from '../../photos/index.ts';
import { aboutComplete, AboutFieldset, type AboutFields } from '../components/about-fields.tsx';
import { BioField } from '../components/bio-field.tsx';
import { ifMade, saveMe } from '../own.ts';
import { useFreshMe } from '../use-fresh-me.ts';
import { hasFields, useOwnFields } from '../use-own-fields.ts';
import { words } from '../words.ts';

export default function MyProfileScreen() {
  const me = useMe();
  useFreshMe();
  const drafts = { about: `my-profile:${me.id}`, photos: `my-photos:${me.id}` };
  const { form, changes, showSaved } = useOwnFields(me, drafts.about);
  const list = usePhotos({ userId: me.id, saved: me.photos, draft: drafts.photos });
  const [problem, setProblem] = useProblem();

  const [leaving, setLeaving] = useState(false);
  const leave = () => goUp('/settings');
  const changed = Object.keys(changes).length > 0 || list.changed;

  const submit = form.handleSubmit(async () => {
    setProblem(undefined);
    try {
      const { gender, ...texts } = changes;
      const user = await saveMe({
        ...texts,
        ...(gender !== undefined && { gender: gender as Pronouns }),
        ...(list.changed && { photos: list.photos.map(({ url }) => ({ url })) }),
      }).catch(ifMade((now) => hasFields(now, changes) && idsOf(now.photos) === idsOf(list.photos)));
      showSaved(changes, user);
      showToast(words.mine.saved, { tone: 'good', id: 'profile-saved' });
    } catch (error) {
      setProblem(errorText(error, words.saveFailed));
    }
  }, showFirstError);

  const saving = form.formState.isSubmitting;
  const complete = aboutComplete(form.watch()) && !form.formState.errors.dateOfBirth;
  const noPhoto = list.photos.length === 0 && !list.busy ? words.mine.photoNeeded : undefined;
  return (
    <>
      <PageHeader
        title={words.mine.title}
        wide
        onBack={() => (changed && !saving ? setLeaving(true) : leave())}
      />
      <main className="mx-auto w-full max-w-2xl px-5 pt-4 lg:max-w-5xl">
        <form
          noValidate
          onSubmit={submit}
          className="lg:grid lg:grid-cols-2 lg:gap-x-14 lg:*:first:row-span-3"
        >
          <Part title={words.mine.photos} text={words.mine.photosHint}>
            <PhotoEditor list={list} max={MAX_PHOTOS} />
            <div className={listCardClass}>
              <ListRow
                title={words.mine.preview}
                to={`/profile/${me.id}`}
                state={{ preview: true }}
                icon={Eye}
              />
            </div>
          </Part>
          <About form={form} />
          <More me={me} />
          <div className="foot docked z-10 -mx-5 flex flex-col gap-2.5 px-5 pb-5 lg:mx-0 lg:self-start lg:px-0">
            <InlineError>{problem ?? noPhoto}</InlineError>
            {changed && !problem && !noPhoto && (
              <p className="text-center text-small font-medium text-soft">{words.mine.unsaved}</p>
            )}
            <Button
              type="submit"
              block
              disabled={!complete || list.photos.length === 0 || list.busy}
              busy={saving}
              busyText={words.saving}
            >
              {words.mine.save}
            </Button>
          </div>
        </form>
      </main>
      <LeaveQuestion
        open={leaving}
        onOpenChange={setLeaving}
        onLeave={() => {
          clearDraft(drafts.about);
          clearDraft(drafts.photos);
          leave();
        }}
      />
    </>
  );
}

const idsOf = (photos: readonly Photo[]) => photos.map(({ id }) => id).join();

function About({ form }: { form: UseFormReturn<AboutFields> }) {
  return (
    <Part title={words.mine.about}>
      <AboutFieldset form={form} tooYoung={words.profile.tooYoungShort} />
      <BioField
        written={form.watch('bio')}
        error={form.formState.errors.bio?.message}
        {...settled(form.register('bio', { validate: bioProblem }))}
      />
    </Part>
  );
}

type LeaveProps = { open: boolean; onOpenChange: (open: boolean) => void; onLeave: () => void };

function LeaveQuestion({ open, onOpenChange, onLeave }: LeaveProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.mine.leaveTitle}
      description={words.mine.leaveText}
      cancelText={words.mine.stay}
      confirmText={words.mine.discard}
      danger
      onConfirm={onLeave}
    />
  );
}

/** Links to settings with a screen of their own. */
function More({ me }: { me: OwnUser }) {
  const { maxDistanceKm } = me.preferences;
  return (
    <Part title={words.mine.more}>
      <div className={listCardClass}>
        <ListRow
          icon={Lightbulb}
          title={words.mine.ideas}
          text={words.mine.ideasText(me.myTags.length)}
          to="/preferences-setup"
          state={fromSettings}
        />
        <ListRow
          icon={MapPin}
          title={words.mine.distance}
          text={words.mine.distanceText(maxDistanceKm, maxDistanceKm === MAX_DISTANCE_KM)}
          to="/distance-setup"
          state={fromSettings}
        />
      </div>
    </Part>
  );
}

function Part({ children, ...rest }: Pick<ComponentProps<typeof Section>, 'title' | 'text' | 'children'>) {
  return (
    <Section {...rest} className="mb-10">
      <div className="mt-4 flex flex-col gap-5">{children}</div>
    </Section>
  );
}
