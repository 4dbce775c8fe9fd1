import { LOGGED_ACTIONS } from '@herenow/contract/constants';
import type { ModerationEntry } from '@herenow/contract/moderation';
import { Link, navigate, useLocation } from '../../../lib/navigation.tsx';
import { useMe } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { detailsOf, momentText } from '../components/case-evidence.tsx';
import { DeskPage, MoreButton } from '../components/desk-list.tsx';
import { useLog, useLogFile, type LogFilter } from '../queries.ts';
import { words } from '../words.ts';

const options = [
  { value: 'all', label: words.anyAction },
  ...LOGGED_ACTIONS.map((value) => ({ value, label: words.act[value] })),
];

/** The filter is in the URL, so that it can be linked to and works with the back button. */
function useFilter(): [LogFilter, (change: Partial<Record<keyof LogFilter, string>>) => void] {
  const search = new URLSearchParams(useLocation().search);
  const action = LOGGED_ACTIONS.find((one) => one === search.get('action'));
  const [userId, operatorId] = [search.get('userId'), search.get('operatorId')];
  const filter = { ...(action && { action }), ...(userId && { userId }), ...(operatorId && { operatorId }) };
  return [
    filter,
    (change) => {
      const set = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== '');
      navigate(`/desk/log?${String(new URLSearchParams(set))}`);
    },
  ];
}

/** Lists the acts of operators, latest first. */
export default function DeskLogScreen() {
  const [filter, change] = useFilter();
  const file = useLogFile();
  return (
    <DeskPage
      title={words.log}
      aside={
        <Button
          variant="ghost"
          size="medium"
          busy={file.isPending}
          busyText={words.exporting}
          onClick={() => file.mutate(filter)}
        >
          {words.export}
        </Button>
      }
    >
      <SelectField
        label={words.action}
        options={options}
        value={filter.action ?? 'all'}
        onChange={({ target }) => change({ action: target.value === 'all' ? '' : target.value })}
      />
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {filter.userId && (
          <Chip selected onToggle={() => change({ userId: '' })}>
            {words.onlyPerson}
          </Chip>
        )}
        {filter.operatorId && (
          <Chip selected onToggle={() => change({ operatorId: '' })}>
            {words.onlyOperator}
          </Chip>
        )}
      </div>
      <div className="mt-3">
        <InlineError>{file.isError && words.failed}</InlineError>
      </div>
      <Entries filter={filter} onFilter={change} />
    </DeskPage>
  );
}

type EntriesProps = { filter: LogFilter; onFilter: (change: LogFilter) => void };

function Entries({ filter, onFilter }: EntriesProps) {
  const log = useLog(filter);
  return (
    <Loaded query={log} failed={words.failed}>
      {({ pages }) => (
        <>
          {pages[0]?.length === 0 && <p className="mt-6 text-soft">{words.noEntries}</p>}
          <ul className="desk-log mt-6 divide-y divide-line">
            {pages.flat().map((entry) => (
              <li key={entry.id}>
                <Entry entry={entry} filter={filter} onFilter={onFilter} />
              </li>
            ))}
          </ul>
          <MoreButton {...log} />
        </>
      )}
    </Loaded>
  );
}

const LINK = 'min-h-11 text-small font-semibold underline';

function Entry({ entry, filter, onFilter }: EntriesProps & { entry: ModerationEntry }) {
  const me = useMe();
  const { userId, operatorId, formerOperator, action, created } = entry;
  const actor = operatorId ?? formerOperator;
  // The name of this act says who hid the person.
  const by =
    operatorId === null ? (action === 'hide' ? undefined : 'gone') : operatorId === me.id ? 'you' : 'other';
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong>{words.act[action]}</strong>
        <span className="text-small text-soft tabular">{momentText(created)}</span>
      </p>
      <p className="text-small break-words text-soft">
        {[by ? words.by[by] : '', ...detailsOf(entry)].filter(Boolean).join(words.between)}
      </p>
      <div className="desk-links flex flex-wrap gap-x-6">
        {userId && (
          <Link to={`/desk/case/${userId}`} className={`${LINK} inline-flex items-center`}>
            {words.openCase}
          </Link>
        )}
        {userId && filter.userId === undefined && (
          <button type="button" className={LINK} onClick={() => onFilter({ userId })}>
            {words.samePerson}
          </button>
        )}
        {actor && filter.operatorId === undefined && (
          <button type="button" className={LINK} onClick={() => onFilter({ operatorId: actor })}>
            {words.sameOperator}
          </button>
        )}
      </div>
    </>
  );
}
