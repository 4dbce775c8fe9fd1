import { listFormerChats } from '@herenow/contract/former-chats';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { fetchAgain } from '../../../lib/fetch-again.ts';
import { useMe } from '../../../lib/session.ts';
import { useWindowEvent } from '../../../lib/window-events.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import { openReport } from '../report-store.ts';
import { words } from '../words.ts';
import { FormerList } from './former-list.tsx';

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
      {(people) =>
        people.length > 0 && (
          <Section title={words.former.title} text={words.former.hint} className="mt-10">
            <FormerList
              people={people}
              onReport={({ id, name }) =>
                openReport({ userId: id, name, gone: true, leaveTo: '/blocked-users' })
              }
            />
          </Section>
        )
      }
    </Loaded>
  );
}
