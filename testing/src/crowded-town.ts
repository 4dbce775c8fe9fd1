import { getUser } from '@herenow/contract/profile';
import type { OwnUser } from '@herenow/contract/entities';
import { randomUUID } from 'node:crypto';
import { link, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { buildApp } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/config.ts';
import { openFolder } from '../../server/src/features/photos/folder.ts';
import type { Picture } from '../../server/src/features/photos/pictures.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import { createLog } from '../../server/src/lib/log.ts';
import { goVisible, meet, ok } from './encounters.ts';
import { BERLIN, person, type Person } from './people.ts';
import type { TestApp } from './start-app.ts';

type Server = Pick<TestApp, 'url' | 'db' | 'work' | 'clock' | 'accounts'>;

/** Degrees of latitude between the viewer and the farthest person: within the 50 km of the feed. */
const FURTHEST_DEGREES = 0.4;
/** How many people are made at once, so that their commits share a flush of the disk. */
const AT_A_TIME = 25;
const MESSAGE_GAP_MS = 15 * 60_000;

export interface CrowdedTown {
  viewer: { token: string; user: OwnUser; at: [number, number] };
  chatId: string;
  /** Ids of the people around the viewer. */
  people: string[];
}

/**
 * Fills the data folder of a stopped server: a visible viewer with many visible people around, and a chat with a long
 * history. Each person has one of the given pictures; if there are none, photos are rows without files.
 */
export async function makeCrowdedTown(
  dataDir: string,
  options: { people: number; messages: number; pictures?: readonly Picture[] },
): Promise<CrowdedTown> {
  const config = { ...readConfig({ RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }), dataDir, port: 0 };
  await using app = await buildApp(config, { clock: systemClock, log: createLog('silent') });
  const server = { ...app, url: `http://127.0.0.1:${app.port}`, clock: systemClock } as unknown as TestApp;
  const ada = await person(server, 'Ada', { at: BERLIN });
  const bela = await person(server, 'Bela', { at: BERLIN });
  const chatId = await meet(server, ada, bela);
  await writeHistory(server, chatId, [ada, bela], options.messages);
  const crowd = await gather(server, options.people);
  if (options.pictures) await hangUp(server, path.join(dataDir, 'photos'), options.pictures);
  const user = ok(await ada.api(getUser, { params: { id: ada.id } })).json as OwnUser;
  return {
    viewer: { token: ada.token, user, at: BERLIN },
    chatId,
    people: crowd.map(({ id }) => id),
  };
}

async function gather(server: TestApp, count: number): Promise<Person[]> {
  const one = async (at: number) => {
    const place: [number, number] = [BERLIN[0], BERLIN[1] + (at / count) * FURTHEST_DEGREES];
    const arrived = await person(server, `Person ${at}`, { at: place, photos: 1 + (at % 3) });
    await goVisible(server, arrived);
    return arrived;
  };
  const people: Person[] = [];
  while (people.length < count) {
    const next = Array.from(
      { length: Math.min(AT_A_TIME, count - people.length) },
      (_, at) => people.length + at + 1,
    );
    people.push(...(await Promise.all(next.map(one))));
  }
  return people;
}

/** Writes messages numbered from 1, the last one sent now; both people have seen all of them. */
async function writeHistory(
  server: Server,
  chatId: string,
  people: readonly Person[],
  count: number,
): Promise<void> {
  const now = server.clock.now().getTime();
  const rows = Array.from({ length: count }, (_, at) => ({
    id: randomUUID(),
    chat_id: chatId,
    // Each sends one to three messages within a minute, then it is the other's turn.
    sender_id: people[Math.floor((count - 1 - at) / 3) % people.length]!.id,
    content: `Message ${at + 1}${', and a little more about it'.repeat((at * 7) % 5)}`,
    sent_at: new Date(
      now - Math.floor((count - 1 - at) / 3) * MESSAGE_GAP_MS - ((count - 1 - at) % 3) * 1000,
    ),
    seen: true,
  }));
  for (let at = 0; at < count; at += 500)
    await server.db
      .insertInto('messages')
      .values(rows.slice(at, at + 500))
      .execute();
  await server.db
    .updateTable('chats')
    .set({ last_sent_at: rows.at(-1)?.sent_at ?? null })
    .where('id', '=', chatId)
    .execute();
}

/** Writes the files of one of the pictures for each photo in the database. */
async function hangUp(server: Server, folder: string, pictures: readonly Picture[]): Promise<void> {
  const files = await openFolder(folder);
  const originals = pictures.map((_, at) => String(at).padStart(24, '0'));
  for (const [at, picture] of pictures.entries()) await files.put(originals[at]!, picture.files);
  const photos = await server.db.selectFrom('photos').select(['id', 'key']).execute();
  for (const [at, { id, key }] of photos.entries()) {
    const chosen = at % pictures.length;
    const picture = pictures[chosen]!;
    const from = path.join(folder, originals[chosen]!.slice(0, 2), originals[chosen]!);
    const to = path.join(folder, key.slice(0, 2), key);
    await mkdir(to, { recursive: true });
    for (const name of picture.files.keys()) await link(path.join(from, name), path.join(to, name));
    await server.db
      .updateTable('photos')
      .set({ thumbhash: picture.thumbhash })
      .where('id', '=', id)
      .execute();
  }
}
