/** The results of an encounter: rows, answers, and events on sockets. */
import { listChats, listMessages } from '@herenow/contract/chats';
import type { Chat, FeedItem, Message, OwnUser } from '@herenow/contract/entities';
import { listFeed } from '@herenow/contract/feed';
import { listFormerChats } from '@herenow/contract/former-chats';
import { getUser } from '@herenow/contract/profile';
import { listBlockedUsers } from '@herenow/contract/safety';
import type { ApiAnswer } from '@herenow/testing/people';
import type { TestApp } from '@herenow/testing/start-app';
import { TOLD, type Scene } from './at-once-scene.ts';

/** The answers that a person gets. */
export interface Told {
  own: OwnUser | undefined;
  feed: FeedItem[] | undefined;
  chats: Chat[] | undefined;
  messages: Message[] | undefined;
  more: unknown[];
}

const read = <T>({ status, json }: ApiAnswer<T>): T | undefined => (status === 200 ? json : undefined);

/** Returns what each of the three reads, where they are still signed in. */
export async function readAll(scene: Scene): Promise<Record<(typeof TOLD)[number], Told>> {
  const { people, others, chatId } = scene;
  const told = async (who: (typeof TOLD)[number]): Promise<Told> => {
    const devices = who === 'carl' ? [people.carl] : [people[who], others[who]];
    const found = await Promise.all(devices.map((one) => one.api(getUser, { params: { id: one.id } })));
    const me =
      devices[
        Math.max(
          0,
          found.findIndex(({ status }) => status === 200),
        )
      ]!;
    const known = who === 'ada' ? [people.bela, people.twin] : [people.ada];
    const [feed, chats, messages, blocked, former, ...profiles] = await Promise.all([
      me.api(listFeed, { body: { userId: me.id } }),
      me.api(listChats, { params: { userId: me.id } }),
      me.api(listMessages, { params: { chatId } }),
      me.api(listBlockedUsers, { params: { id: me.id } }),
      me.api(listFormerChats, { params: { id: me.id } }),
      ...known.map(({ id }) => me.api(getUser, { params: { id } })),
    ]);
    return {
      own: found.find(({ status }) => status === 200)?.json as OwnUser | undefined,
      feed: read(feed),
      chats: read(chats),
      messages: read(messages),
      more: [
        blocked.json?.map(({ id, name }) => [id, name]),
        ...[former, ...profiles].map(({ status, json }) => [status, json]),
      ],
    };
  };
  const [ada, bela, carl] = await Promise.all(TOLD.map(told));
  return { ada: ada!, bela: bela!, carl: carl! };
}

/** Columns that differ in every run. */
const DRAWN = new Set([
  'moves_at',
  'card',
  'key',
  'sealed',
  'recovery_hashes',
  'token_id',
  'previous_token_id',
  'password_hash',
  'last_active_at',
  'thumbhash',
  'token_hash',
  'poses',
  'pos',
  'last_step',
  // The photo and the age that a block keeps are those of a moment before.
  'age',
  'photo_id',
]);
/** Tables that are emptied by sweeps, or are not about people. */
const PASSING = new Set([
  'outbox',
  'protections',
  'published_events',
  'rate_limits',
  'photo_removals',
  'occupied_cells',
]);

let statement: string | undefined;
async function rowsStatement({ pool }: TestApp): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND table_schema = 'public'`,
  );
  const parts = rows
    .filter(({ name }) => !PASSING.has(name))
    .map(({ name }) => `SELECT '${name}' AS name, to_jsonb(x) AS row FROM ${name} x WHERE x::text ~ $1`);
  return [...parts, `SELECT name, data AS row FROM pgboss.job WHERE data::text ~ $1`].join(' UNION ALL ');
}

/** Returns every row about these people, without what is drawn at random. */
export async function readRows({ stage: { app, hashMailbox }, people }: Scene): Promise<string[]> {
  statement ??= await rowsStatement(app);
  const marks = Object.values(people).flatMap(({ id, email }) => [id, hashMailbox(email)]);
  const { rows } = await app.pool.query<{ name: string; row: object }>(statement, [marks.join('|')]);
  return rows.map(({ name, row }) => {
    const kept = Object.entries(row).filter(([column]) => !DRAWN.has(column));
    return `${name} ${JSON.stringify(Object.fromEntries(kept.toSorted()))}`;
  });
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** The database's own clock is not that of the test. */
const DATABASE_TIME = /20(?!35)\d\d-\d\d-\d\d[T ][\d:.]+(?:Z|\+00(?::00)?)/g;

/** Returns the text with names in place of ids, and without what differs in every run. */
export function plain({ names, people, stage }: Scene, text: string): string {
  let result = text
    .replace(/\/photos\/[^"\s,]+/g, '<photo>')
    .replace(UUID, (id) => names.get(id) ?? '<id>')
    .replace(DATABASE_TIME, '<time>')
    .replace(/https?:\/\/[^"\s]+/g, '<link>');
  for (const [who, { email }] of Object.entries(people))
    result = result
      .replaceAll(email, `<email of ${who}>`)
      .replaceAll(stage.hashMailbox(email), `<mailbox of ${who}>`);
  return result;
}

/** Returns the events that sockets received since the acts began, by person and queue. */
export function heardOf(scene: Scene, from: Record<string, number>): Record<string, string[]> {
  const heard: Record<string, string[]> = {};
  for (const who of TOLD)
    for (const { queue, body } of scene.tabs[who].events.slice(from[who])) {
      if (queue === 'nearby') continue;
      // News of different chats or people may come in any order.
      const { chatId, userId } = body as { chatId?: string; userId?: string };
      const about = plain(scene, chatId ?? userId ?? '');
      const events = (heard[`${who} ${queue} ${about}`] ??= []);
      const event = plain(scene, JSON.stringify(body));
      // Events that are published late may be published twice.
      if (events.at(-1) !== event) events.push(event);
    }
  return heard;
}
