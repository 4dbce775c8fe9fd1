import { DATE_IDEAS, MAX_DATE_IDEAS, STEP } from '@herenow/contract/constants';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { errorText } from '../../../lib/api.ts';
import { clearDraft, readDraft, writeDraft } from '../../../lib/drafts.ts';
import { useFromSettings } from '../../../lib/from-settings.ts';
import { useMe } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { ChipGroup } from '../../../ui/chip-group.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { SetupScreen } from '../../../ui/setup-screen.tsx';
import { chosenIdeas, isOpenToAnything, storedIdeas, validDraft } from '../ideas.ts';
import { saveMe } from '../own.ts';
import { words } from '../words.ts';

export function PreferencesSetupScreen() {
  const me = useMe();
  const navigate = useNavigate();
  const fromSettings = useFromSettings();
  const draft = `preferences:${me.id}`;
  const [ideas, setIdeas] = useState<string[]>(
    () => validDraft(readDraft<{ ideas: unknown }>(draft).ideas) ?? chosenIdeas(me.myTags),
  );
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const anything = isOpenToAnything(ideas);

  const choose = (next: readonly string[]) => {
    setIdeas([...next]);
    writeDraft(draft, { ideas: next });
  };
  const leave = async () => {
    clearDraft(draft);
    await navigate(fromSettings ? '/settings' : '/distance-setup');
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await saveMe({
        myTags: storedIdeas(ideas),
        registrationStep: Math.max(me.registrationStep, STEP.ideas),
      });
      await leave();
    } catch (error) {
      setProblem(errorText(error, words.saveFailed));
    } finally {
      setBusy(false);
    }
  };

  return (
    <SetupScreen
      title={words.preferences.title}
      progress={fromSettings ? undefined : { step: 3, of: 6 }}
      onBack={() => void navigate(fromSettings ? '/settings' : '/profile-setup')}
      onSubmit={(event) => void save(event)}
      footer={
        <>
          <InlineError>{problem}</InlineError>
          <p role="status" className="text-center text-small font-semibold text-soft tabular empty:hidden">
            {!anything && words.preferences.count(ideas.length)}
          </p>
          <div className="flex gap-2.5">
            {!fromSettings && (
              <Button variant="ghost" onClick={() => void leave()}>
                {words.preferences.skip}
              </Button>
            )}
            <Button type="submit" block busy={busy} busyText={words.saving}>
              {words.next}
            </Button>
          </div>
        </>
      }
    >
      <CheckboxField
        label={words.preferences.anything}
        hint={anything && words.preferences.allSelected}
        checked={anything}
        onChange={(event) => choose(event.currentTarget.checked ? DATE_IDEAS : [])}
      />
      <ChipGroup
        label={words.preferences.ideas}
        options={DATE_IDEAS}
        selected={ideas as (typeof DATE_IDEAS)[number][]}
        onChange={choose}
        max={MAX_DATE_IDEAS}
        disabled={anything}
      />
    </SetupScreen>
  );
}
