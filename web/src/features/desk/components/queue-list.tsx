import { BULK_MAX } from '@herenow/contract/constants';
import type { ModerationCase } from '@herenow/contract/moderation';
import { useState } from 'react';
import { Link, useLocation } from '../../../lib/navigation.tsx';
import { useMe } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { hoursLeft, latestUpdateOf } from '../due.ts';
import type { useQueue } from '../queries.ts';
import { words } from '../words.ts';
import { BulkActs } from './bulk-acts.tsx';
import { MoreButton } from './desk-list.tsx';

/** Lists the open cases, most severe first. */
export function QueueList({ queue }: { queue: ReturnType<typeof useQueue> }) {
  return (
    <Loaded query={queue} failed={words.failed} waiting={<ListSkeleton lines={2} />}>
      {({ pages }) =>
        pages.flat().length === 0 ? (
          <EmptyState title={words.emptyTitle} text={words.emptyText} />
        ) : (
          <>
            <Cases cases={pages.flat()} />
            <MoreButton {...queue} />
          </>
        )
      }
    </Loaded>
  );
}

function Cases({ cases }: { cases: readonly ModerationCase[] }) {
  const now = useNow(60_000);
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const [acting, setActing] = useState<{ userIds: string[]; seen: string }>();
  const waiting = cases.filter(({ user }) => chosen?.has(user.id)).map(({ user }) => user.id);
  const act = () =>
    setActing({ userIds: waiting, seen: latestUpdateOf(cases.flatMap(({ reports }) => reports)) });
  const all = cases.slice(0, BULK_MAX).map(({ user }) => user.id);
  const allChosen = all.every((userId) => chosen?.has(userId));
  const toggle = (userId: string) => {
    const next = new Set(chosen);
    if (!next.delete(userId)) next.add(userId);
    setChosen(next);
  };
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <Chip
          selected={chosen !== undefined}
          onToggle={() => setChosen(chosen === undefined ? new Set() : undefined)}
        >
          {words.several}
        </Chip>
        {chosen && (
          <Chip selected={allChosen} onToggle={() => setChosen(new Set(allChosen ? [] : all))}>
            {cases.length > BULK_MAX ? words.chooseFirst(BULK_MAX) : words.chooseAll}
          </Chip>
        )}
      </div>
      <ol className="-mx-[12px] flex flex-col gap-1">
        {cases.map((one) => (
          <li key={one.user.id} className="flex items-center">
            {chosen && (
              <Choice
                name={one.user.username}
                checked={chosen.has(one.user.id)}
                disabled={!chosen.has(one.user.id) && waiting.length >= BULK_MAX}
                onToggle={() => toggle(one.user.id)}
              />
            )}
            <div className="min-w-0 flex-1">
              <Row one={one} now={now} />
            </div>
          </li>
        ))}
      </ol>
      {waiting.length > 0 && (
        <div className="foot docked z-10 -mx-5 mt-4 px-5 pb-5">
          <Button block onClick={act}>
            {words.actOn(waiting.length)}
          </Button>
        </div>
      )}
      {acting && (
        <BulkActs
          {...acting}
          onClose={() => setActing(undefined)}
          // By then, others may be chosen.
          onDone={() => {
            setActing((now) => (now === acting ? undefined : now));
            setChosen((now) => (now === chosen ? undefined : now));
          }}
        />
      )}
    </>
  );
}

function Row({ one, now }: { one: ModerationCase; now: number }) {
  const me = useMe();
  const { user, reports, since, rank, heldBy } = one;
  const left = since === null ? undefined : hoursLeft(since, now);
  const to = `/desk/case/${user.id}`;
  const isOpen = useLocation().pathname === to;
  return (
    <Link
      to={to}
      aria-current={isOpen ? 'page' : undefined}
      className={cx(
        'flex min-h-16 flex-wrap items-center gap-3 rounded-field px-3 py-2',
        isOpen ? 'bg-sunken' : 'hover:bg-sunken',
      )}
    >
      <Avatar photo={user.photos[0]} />
      {/* Large text wraps below the picture instead of into a narrow column. */}
      <span style={{ flex: '1 1 min(9rem, 100%)', minWidth: 0 }}>
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-body font-semibold break-words" style={{ flex: '1 1 8rem', minWidth: 0 }}>
            <PersonName name={user.username} age={user.age} />
          </span>
          {left !== undefined && (
            <span
              className={cx(
                'text-caption font-semibold tabular',
                left < 0 ? 'text-signal-ink' : left < 6 ? 'text-warn' : 'text-soft',
              )}
            >
              {left < 0 ? words.over(-left) : words.left(left)}
            </span>
          )}
        </span>
        <span
          className={cx('block text-small', rank !== null && rank <= 0 ? 'text-signal-ink' : 'text-soft')}
        >
          {[...new Set(reports.map(({ reason }) => reason))].join(', ')} · {words.reports(reports.length)}
        </span>
        {user.hiddenUntil !== null && <span className="block text-caption text-soft">{words.hidden}</span>}
        {heldBy !== null && heldBy !== me.id && (
          <span className="block text-caption text-soft">{words.held}</span>
        )}
      </span>
    </Link>
  );
}

type ChoiceProps = { name: string; checked: boolean; disabled: boolean; onToggle: () => void };

function Choice({ name, checked, disabled, onToggle }: ChoiceProps) {
  return (
    <label className="grid size-11 shrink-0 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={words.chooseOne(name)}
        checked={checked}
        disabled={disabled}
        onChange={onToggle}
        className="size-5"
        style={{ accentColor: 'var(--signal-fill)' }}
      />
    </label>
  );
}
