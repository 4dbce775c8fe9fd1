import { SETUP_PHOTOS, STEP } from '@herenow/contract/constants';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { errorText } from '../../../lib/api.ts';
import { clearDraft } from '../../../lib/drafts.ts';
import { useFromSettings } from '../../../lib/from-settings.ts';
import { useMe } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { SetupScreen } from '../../../ui/setup-screen.tsx';
import { PhotoEditor, usePhotos } from '../../photos/index.ts';
import { saveMe } from '../own.ts';
import { words } from '../words.ts';

export function PhotoSetupScreen() {
  const me = useMe();
  const navigate = useNavigate();
  const fromSettings = useFromSettings();
  const draft = `photos:${me.id}`;
  const list = usePhotos({ userId: me.id, saved: me.photos, draft });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await saveMe({
        photos: list.photos.map(({ url }) => ({ url })),
        registrationStep: Math.max(me.registrationStep, STEP.photos),
      });
      clearDraft(draft);
      await navigate(fromSettings ? '/settings' : '/email-verification');
    } catch (error) {
      setProblem(errorText(error, words.saveFailed));
    } finally {
      setBusy(false);
    }
  };

  return (
    <SetupScreen
      title={words.photos.title}
      text={words.photos.text(SETUP_PHOTOS)}
      progress={fromSettings ? undefined : { step: 5, of: 6 }}
      onBack={() => void navigate(fromSettings ? '/settings' : '/distance-setup')}
      onSubmit={(event) => void save(event)}
      footer={
        <>
          <InlineError>{problem}</InlineError>
          <Button
            type="submit"
            block
            disabled={list.photos.length === 0 || list.busy}
            busy={busy}
            busyText={words.saving}
          >
            {words.next}
          </Button>
        </>
      }
    >
      <PhotoEditor list={list} max={SETUP_PHOTOS} />
    </SetupScreen>
  );
}
