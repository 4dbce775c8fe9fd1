import { listFormerChats, type FormerChat } from '@herenow/contract/former-chats';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { fetchAgain } from '../../../lib/fetch-again.ts';
import { useMe } from '../../../lib/session.ts';
import { useWindowEvent } from '../../../lib/window-events.ts';
import { cx } from '../../../ui/cx.ts';
import { listCardClass, ListRow } from '../../../ui/list-row.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import { words } from '../words.ts';
import { ReportButton } from './report-button.tsx';

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

function useFormerChats() {
  const me = useMe();
  const client = useQueryClient();
  const queryKey = ['former-chats', me.id];
  useWindowEvent('chats-gone', () => void fetchAgain(client, { queryKey }));
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => api(listFormerChats, { params: { id: me.id }, signal }),
  });
}

/** Lists people who can still be reported although the pin or chat with them has ended; empty renders nothing. */
export function FormerChats() {
  return (
    <Loaded query={useFormerChats()} failed={words.former.failed} waiting={null}>
      {(former) => former.length > 0 && <Former people={former} />}
    </Loaded>
  );
}

function Former({ people }: { people: readonly FormerChat[] }) {
  return (
    <Section title={words.former.title} text={words.former.hint} className="mt-10">
      <ul className={cx('mt-3', listCardClass)}>
        {people.map((one) => (
          <li key={one.id}>
            <ListRow
              title={one.name}
              text={words.former.ended(DAY.format(new Date(one.ended)))}
              action={<ReportButton userId={one.id} name={one.name} gone />}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
