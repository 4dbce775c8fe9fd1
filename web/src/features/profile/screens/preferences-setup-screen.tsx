import { DATE_IDEAS, MAX_DATE_IDEAS, STEP } from '@herenow/contract/constants';
import { useState } from 'react';
import { readDraft, writeDraft } from '../../../lib/form-drafts.ts';
import { useMe } from '../../../lib/session.ts';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { ChipGroup } from '../../../ui/chip-group.tsx';
import { SetupStep } from '../components/setup-step.tsx';
import { chosenIdeas, isOpenToAnything, storedIdeas, validDraft } from '../ideas.ts';
import { words } from '../words.ts';

export default function PreferencesSetupScreen() {
  const me = useMe();
  const draft = `preferences:${me.id}`;
  const [ideas, setIdeas] = useState<string[]>(
    () => validDraft(readDraft<{ ideas: unknown }>(draft).ideas) ?? chosenIdeas(me.myTags),
  );
  const anything = isOpenToAnything(ideas);
  const choose = (next: readonly string[]) => {
    setIdeas([...next]);
    writeDraft(draft, { ideas: next });
  };
  return (
    <SetupStep
      step={STEP.ideas}
      title={words.preferences.title}
      draft={draft}
      shown={{ ideas: storedIdeas(ideas) }}
      values={() => ({ myTags: storedIdeas(ideas) })}
      note={
        <p role="status" className="text-center text-small font-semibold text-soft tabular empty:hidden">
          {!anything && words.preferences.count(ideas.length)}
        </p>
      }
    >
      <ChipGroup
        label={words.preferences.ideas}
        options={DATE_IDEAS}
        selected={ideas as (typeof DATE_IDEAS)[number][]}
        onChange={choose}
        max={MAX_DATE_IDEAS}
        disabled={anything}
      />
      <CheckboxField
        label={words.preferences.anything}
        hint={anything && words.preferences.allSelected}
        checked={anything}
        onChange={(event) => choose(event.currentTarget.checked ? DATE_IDEAS : [])}
      />
    </SetupStep>
  );
}
