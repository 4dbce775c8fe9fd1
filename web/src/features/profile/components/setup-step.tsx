import { REGISTRATION_STEPS, STEP } from '@herenow/contract/constants';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { errorText } from '../../../lib/api.ts';
import { clearDraft, readDraft } from '../../../lib/form-drafts.ts';
import { cameFromSettings, useFromSettings } from '../../../lib/from-settings.ts';
import { goUp, Navigate, navigate, useLocation } from '../../../lib/navigation.tsx';
import { useMe } from '../../../lib/session.ts';
import { startCooldown } from '../../../lib/use-cooldown.ts';
import { pageOfStep, screenForStep } from '../../../setup-pages.ts';
import { Button } from '../../../ui/button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { SetupScreen } from '../../../ui/setup-screen.tsx';
import { useProblem } from '../../../ui/use-problem.ts';
import { refreshMe, saveMe, type ProfileChanges } from '../own.ts';
import { words } from '../words.ts';
import './setup-step.css';
import { cardOf, SetupCard, SetupPreview, type CardSoFar } from './setup-preview.tsx';

type Props = {
  /** The registration step that saving completes. */
  step: number;
  title: string;
  text?: string | undefined;
  /** The name of the draft that is deleted once the step is saved. */
  draft: string;
  values: () => ProfileChanges;
  /** Calls the given save once the fields are valid; at once by default. */
  check?: ((save: () => Promise<void>) => Promise<void>) | undefined;
  ready?: boolean | undefined;
  /** The values of the fields that a card shows. */
  shown?: Partial<CardSoFar> | undefined;
  /** Rendered above the buttons. */
  note?: ReactNode;
  children: ReactNode;
};

/** A screen of the setup. Opened from the settings, it saves the same and returns there. */
export function SetupStep(props: Props) {
  const { step, title, text, draft, values, check = (save) => save(), ready = true, note, shown } = props;
  const me = useMe();
  // A device may hold a record from before the setup was finished on another one.
  const [unfinished] = useState(me.registrationStep < STEP.verified);
  const fromSettings = useFromSettings();
  const inside = cameFromSettings(useLocation().state);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useProblem();
  const [opened] = useState(() => JSON.stringify(values()));
  const hasDraft = () => Object.keys(readDraft(draft)).length > 0;
  const untouched = () => !hasDraft() && JSON.stringify(values()) === opened;

  const back = fromSettings ? '/settings' : step === STEP.profile ? undefined : pageOfStep(step - 1)?.path;
  const leave = (taken = step, from = location.pathname) => {
    clearDraft(draft);
    // The answer may arrive when the user is already on another page.
    if (location.pathname !== from) return;
    if (fromSettings) goUp('/settings');
    else navigate(screenForStep(taken >= STEP.verified ? taken : step));
  };
  // The second tap of a double tap arrives before the button renders as busy.
  const saving = useRef(false);
  const save = async () => {
    if (saving.current) return;
    saving.current = true;
    setBusy(true);
    setProblem(undefined);
    const { pathname } = location;
    try {
      // A default that the user never touched here must not overwrite a choice made on another device.
      let taken = untouched() ? (await refreshMe()).registrationStep : 0;
      if (taken < step) {
        const registrationStep = Math.max(me.registrationStep, step);
        ({ registrationStep: taken } = await saveMe({ ...values(), registrationStep }));
        // Saving the photos mailed the first code.
        if (step === STEP.photos && me.registrationStep < step) startCooldown(`verify:${me.id}`);
      }
      leave(taken, pathname);
    } catch (error) {
      setProblem(errorText(error, words.saveFailed));
    } finally {
      saving.current = false;
      setBusy(false);
    }
  };
  if (unfinished && me.registrationStep >= STEP.verified)
    return <Navigate to={screenForStep(me.registrationStep)} replace />;
  const card = { ...cardOf(me), ...shown };
  return (
    <SetupScreen
      title={title}
      text={text}
      progress={fromSettings ? undefined : { step, of: REGISTRATION_STEPS }}
      inside={inside}
      beside={fromSettings ? undefined : <SetupCard card={card} />}
      onBack={back === undefined ? undefined : () => goUp(back)}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void check(save);
      }}
      footer={
        <>
          <InlineError>{problem}</InlineError>
          {note}
          {fromSettings && !problem && hasDraft() && (
            <p className="text-center text-small font-medium text-soft">{words.mine.unsaved}</p>
          )}
          <div className="flex gap-2.5">
            {pageOfStep(step)?.setup?.optional && (
              <Button variant="ghost" onClick={() => leave()}>
                {words.skip}
              </Button>
            )}
            <Button type="submit" block disabled={!ready} busy={busy} busyText={words.saving}>
              {words.next}
            </Button>
          </div>
        </>
      }
    >
      {!fromSettings && (
        <div aria-hidden className="so-far lg:hidden">
          <SetupPreview card={card} />
        </div>
      )}
      {props.children}
    </SetupScreen>
  );
}
