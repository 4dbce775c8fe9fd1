import type { FormerChat } from '@herenow/contract/former-chats';
import { cx } from '../../../ui/cx.ts';
import { listCardClass, ListRow } from '../../../ui/list-row.tsx';
import { words } from '../words.ts';
import { ReportButton } from './report-button.tsx';

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

type Props = { people: readonly FormerChat[]; onReport: (person: FormerChat) => void };

/** The people of pins and chats that are over, each with a button to report them. */
export function FormerList({ people, onReport }: Props) {
  return (
    <ul className={cx('mt-3', listCardClass)}>
      {people.map((one) => (
        <li key={one.id}>
          <ListRow
            title={one.name}
            text={words.former.ended(DAY.format(new Date(one.ended)))}
            action={<ReportButton name={one.name} onClick={() => onReport(one)} />}
          />
        </li>
      ))}
    </ul>
  );
}
