import { HOUR_MS, NAME_MAX, DATE_PLACE_MAX, SHARED_DATE_HOURS } from '@herenow/contract/constants';
import type { SharedDate } from '@herenow/contract/shared-dates';
import { useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { useDraft } from '../../../lib/form-drafts.ts';
import { goBack, useLocation } from '../../../lib/navigation.tsx';
import { useMe } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { InlineError } from '../../../ui/inline-error.tsx';
import { LinkButtons } from '../../../ui/link-buttons.tsx';
import { listCardClass, ListRow } from '../../../ui/list-row.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { SubPage } from '../../../ui/sub-page.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { Section } from '../../../ui/section.tsx';
import { useDateTokens, useEndSharedDate, useShareDate, useSharedDates } from '../date-queries.ts';
import { words } from '../date-words.ts';

/** Creates pages that tell a friend about a date, and revokes them. */
export function ShareDate() {
  const { state } = useLocation() as { state: { who?: string } | null };
  const dates = useSharedDates();
  const [chosen, setChosen] = useState<string>();
  const token = useDateTokens()[chosen ?? ''];
  // It may have been revoked on another device.
  const isOpen = !dates.data || dates.data.some(({ id }) => id === chosen);
  const link = token !== undefined && isOpen ? linkOf(token) : undefined;
  return (
    <SubPage title={words.title} onBack={() => goBack('/settings')}>
      {link === undefined ? (
        <DateForm who={state?.who ?? ''} onMade={setChosen} />
      ) : (
        <MadeLink key={link} link={link} onAnother={() => setChosen(undefined)} />
      )}
      <OpenDates query={dates} onShow={setChosen} />
    </SubPage>
  );
}

const linkOf = (token: string) => `${location.origin}/date/${token}`;

type FormProps = { who: string; onMade: (dateId: string) => void };

function DateForm({ who: proposed, onMade }: FormProps) {
  // A draft about one person must not show up for another.
  const draft = useDraft(`share-date:${useMe().id}:${proposed}`, {
    id: '',
    who: proposed,
    place: '',
    hours: '3',
  });
  const { who, place, hours } = draft.fields;
  const now = useNow(60_000);
  const share = useShareDate();
  const until = (count: number) => new Date(now + count * HOUR_MS);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // If the answer is lost, the next try, even after a reload, is for the same date.
        const id = draft.fields.id || crypto.randomUUID();
        draft.change({ id });
        share.mutate(
          { id, who, place, until: until(Number(hours)).toISOString() },
          {
            onSuccess: (made) => {
              draft.clear();
              onMade(made.id);
            },
          },
        );
      }}
    >
      <p className="text-body text-soft">{words.text}</p>
      <InlineError>{share.isError && errorText(share.error, words.failed)}</InlineError>
      <TextField
        label={words.who}
        value={who}
        maxLength={NAME_MAX}
        autoComplete="off"
        onChange={(event) => draft.change({ who: event.target.value })}
      />
      <TextField
        label={words.place}
        hint={words.placeHint}
        value={place}
        maxLength={DATE_PLACE_MAX}
        autoComplete="off"
        onChange={(event) => draft.change({ place: event.target.value })}
      />
      <SelectField
        label={words.until}
        value={hours}
        onChange={(event) => draft.change({ hours: event.target.value })}
        options={Array.from({ length: SHARED_DATE_HOURS }, (_, at) => ({
          value: String(at + 1),
          label: words.inHours(at + 1, until(at + 1)),
        }))}
      />
      <p className="text-small text-soft">{words.kept}</p>
      <Button block type="submit" disabled={who.trim() === ''} busy={share.isPending} busyText={words.making}>
        {words.make}
      </Button>
    </form>
  );
}

/** One function for all renders: another one would take the focus again. */
const focusHeading = (heading: HTMLElement | null) => heading?.focus();

function MadeLink({ link, onAnother }: { link: string; onAnother: () => void }) {
  return (
    <section aria-labelledby="made" className="flex flex-col gap-3">
      <h2 id="made" className="text-title" tabIndex={-1} ref={focusHeading}>
        {words.ready}
      </h2>
      <p className="text-body text-soft">{words.readyText}</p>
      <p className="text-small break-words" style={{ userSelect: 'all', overflowWrap: 'anywhere' }}>
        {link}
      </p>
      <LinkButtons link={link} shared={{ title: words.shared }} words={words} />
      <Button block variant="ghost" onClick={onAnother}>
        {words.another}
      </Button>
    </section>
  );
}

type ListProps = { onShow: (dateId: string) => void };

/** Lists the open links, each with a button to revoke it. Those made in this tab can be shown again. */
function OpenDates({ query, onShow }: ListProps & { query: ReturnType<typeof useSharedDates> }) {
  return (
    <Loaded query={query} waiting={null} failed={words.listFailed}>
      {(dates) => dates.length > 0 && <DateList dates={dates} onShow={onShow} />}
    </Loaded>
  );
}

function DateList({ dates, onShow }: ListProps & { dates: readonly SharedDate[] }) {
  const tokens = useDateTokens();
  return (
    <Section title={words.open} className="mt-12">
      <ul className={cx('mt-3', listCardClass)}>
        {dates.map((date) => (
          <li key={date.id}>
            <OpenDate date={date} onShow={tokens[date.id] === undefined ? undefined : onShow} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

type OpenProps = { date: SharedDate; onShow: ((dateId: string) => void) | undefined };

function OpenDate({ date: { id, who, place, until }, onShow }: OpenProps) {
  const end = useEndSharedDate();
  return (
    <ListRow
      title={who}
      text={words.line(place, until)}
      onClick={onShow && (() => onShow(id))}
      action={
        <Button
          variant="ghost"
          size="medium"
          aria-label={words.endLabel(who)}
          busy={end.isPending}
          busyText={words.end}
          onClick={() =>
            // By then the date is gone from the list, and this component is unmounted.
            void end.mutateAsync(id).then(
              () => showToast(words.ended, { tone: 'good' }),
              (error: unknown) => showToast(errorText(error, words.endFailed), { tone: 'bad' }),
            )
          }
        >
          {words.end}
        </Button>
      }
    />
  );
}
