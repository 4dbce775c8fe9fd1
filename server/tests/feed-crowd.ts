import type { Pronouns } from '@herenow/contract/constants';
import { DEFAULT_NOTIFICATION_SETTINGS } from '@herenow/contract/entities';
import { cellCube, snapToCell } from '../src/lib/cells.ts';
import { newId } from '../src/lib/ids.ts';
import type { TestApp } from '@herenow/testing/start-app';

export interface Member {
  id: string;
  at: [number, number];
  status: 'online' | 'incognito';
  /** Minutes until the presence ends. Null: it has no end; negative: it has ended already. */
  minutesLeft: number | null;
  gender: Pronouns;
  dateOfBirth: string;
  tags: string[];
  suspended: boolean;
}

/** Inserts people directly into the database, each with a session; by default each is as visible as possible. */
export async function crowd(
  app: Pick<TestApp, 'db' | 'clock'>,
  members: readonly Partial<Member>[],
): Promise<Member[]> {
  const now = app.clock.now();
  const all = members.map((member): Member => ({
    id: newId(),
    at: [13.405, 52.52],
    status: 'online',
    minutesLeft: 60,
    gender: 'They/Them',
    dateOfBirth: '1996-05-14',
    tags: ['coffee'],
    suspended: false,
    ...member,
  }));
  await app.db
    .insertInto('users')
    .values(
      all.map((member) => ({
        id: member.id,
        email: `${member.id}@example.org`,
        password_hash: 'x',
        username: `member ${member.id.slice(-4)}`,
        cell: cellOf(member),
        gender: member.gender,
        date_of_birth: member.dateOfBirth,
        my_tags: member.tags,
        registration_step: 6,
        notification_settings: JSON.stringify(DEFAULT_NOTIFICATION_SETTINGS),
        suspended_at: member.suspended ? now : null,
        created_at: now,
        updated_at: now,
        last_active_at: now,
      })),
    )
    .execute();
  await app.db
    .insertInto('presences')
    .values(
      all.map((member) => ({
        user_id: member.id,
        status: member.status,
        online_until:
          member.minutesLeft === null ? null : new Date(now.getTime() + member.minutesLeft * 60_000),
        started_at: now,
        pos: cellCube(cellOf(member)),
        date_of_birth: member.dateOfBirth,
        gender: member.gender,
        tags: member.tags,
      })),
    )
    .execute();
  return all;
}

const cellOf = ({ at }: Member) => snapToCell({ type: 'Point', coordinates: at });

/** Returns a position some kilometres away from another, by compass bearing in degrees. */
export function awayFrom([lng, lat]: [number, number], km: number, bearing: number): [number, number] {
  const angle = km / 6371;
  const [phi, theta] = [(lat * Math.PI) / 180, (bearing * Math.PI) / 180];
  const newPhi = Math.asin(
    Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(theta),
  );
  const delta = Math.atan2(
    Math.sin(theta) * Math.sin(angle) * Math.cos(phi),
    Math.cos(angle) - Math.sin(phi) * Math.sin(newPhi),
  );
  return [lng + (delta * 180) / Math.PI, (newPhi * 180) / Math.PI];
}

/** Returns a generator of numbers from 0 to 1 that are the same in every run. */
export function sameDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
