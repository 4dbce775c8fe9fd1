import type { OwnUser } from '@herenow/contract/entities';
import { serverNow } from '../../../lib/clock.ts';
import { CardRow } from '../../../ui/card-row.tsx';
import { words } from '../card-words.ts';
import { endAfter, statusOf } from '../visibility.ts';

/** What others see of the user once visible, and until when: a time, or a number of hours from now. */
export default function OwnCard({ me, until }: { me: OwnUser; until: number | string | null }) {
  const now = serverNow();
  const end = typeof until === 'number' ? endAfter(until, now) : until;
  const time = end && new Date(end).toLocaleTimeString(undefined, { timeStyle: 'short' });
  return (
    <CardRow
      caption={statusOf(me, now) === 'online' ? words.see : words.willSee}
      photo={me.photos[0]}
      name={me.username}
      age={me.age ?? undefined}
      text={[me.gender, time && words.until(time)].filter(Boolean).join(' · ')}
    />
  );
}
