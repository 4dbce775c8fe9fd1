/** Two people in a given relation, a second account of one of them, a bystander and an operator. */
import { listFeed } from '@herenow/contract/feed';
import type { Point } from '@herenow/contract/entities';
import { rejectPin } from '@herenow/contract/pins';
import { blockUser } from '@herenow/contract/safety';
import { accept, goHidden, goVisible, leave, ok, pin, send, signInAgain } from '@herenow/testing/encounters';
import { manyPeople, person, type Person } from '@herenow/testing/people';
import { makeOperator } from '@herenow/testing/second-factor';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { connectStomp, type StompClient } from '@herenow/testing/stomp-client';
import { randomUUID } from 'node:crypto';
import { keepMailboxKey } from '../src/database/mailbox-key.ts';
import { deriveKeys } from '../src/lib/keys.ts';
import { createMailboxHash, type HashMailbox } from '../src/lib/mailbox.ts';
import { awayFrom } from './feed-crowd.ts';
import { jitter } from './jitter.ts';

const SECRET = 'at once '.repeat(8);

export interface Stage extends AsyncDisposable {
  app: TestApp;
  operator: Person;
  hashMailbox: HashMailbox;
  jitter: ReturnType<typeof jitter>;
}

/** A server whose clock stands still, so that runs can be compared, and whose statements come in any order. */
export async function openStage(): Promise<Stage> {
  await using undo = new AsyncDisposableStack();
  const app = undo.use(await startApp({ logLevel: 'error', tokenSecret: SECRET }));
  app.clock.stop();
  const operator = await person(app, 'dana', { at: [0, 80] });
  await makeOperator(app, operator);
  const hashMailbox = createMailboxHash(await keepMailboxKey(app.db, deriveKeys(SECRET)));
  const resources = undo.move();
  return {
    app,
    operator,
    hashMailbox,
    jitter: jitter(app.pool),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

export type Role = 'ada' | 'bela' | 'twin';
export const TOLD = ['ada', 'bela', 'carl'] as const;

export interface Scene {
  stage: Stage;
  people: Record<Role | 'carl', Person>;
  /** The same people on another device. */
  others: Record<Role, Person>;
  tabs: Record<(typeof TOLD)[number], StompClient>;
  /** Of ada and bela; an unused id if they have none. */
  chatId: string;
  /** One message of each. */
  messageIds: Record<'ada' | 'bela', string>;
  /** A place three kilometres away. */
  elsewhere: Point;
  /** The name for each id in outcomes. */
  names: Map<string, string>;
}

type Met = Pick<Scene, 'people' | 'chatId' | 'messageIds'>;
type Arrange = (app: TestApp, met: Met) => Promise<void>;

async function chat(met: Met): Promise<void> {
  const { ada, bela } = met.people;
  met.chatId = await pin(ada, bela);
  await accept(bela, met.chatId);
  met.messageIds = {
    ada: (await send(ada, met.chatId, 'one')).id,
    bela: (await send(bela, met.chatId, 'two')).id,
  };
}

const runOut = (app: TestApp, { id }: Person) =>
  app.db
    .updateTable('presences')
    .set({ online_until: new Date(app.clock.now().getTime() + 1) })
    .where('user_id', '=', id)
    .execute();

/** Everybody is visible to begin with. */
export const RELATIONS: Record<string, Arrange> = {
  strangers: async () => {},
  async pinned(_app, met) {
    met.chatId = await pin(met.people.ada, met.people.bela);
  },
  async 'pinned while away'(_app, met) {
    met.chatId = await pin(met.people.ada, met.people.bela);
    await leave(met.people.bela);
  },
  async rejected(_app, met) {
    met.chatId = await pin(met.people.ada, met.people.bela);
    ok(await met.people.bela.api(rejectPin, { params: { chatId: met.chatId } }));
  },
  chat: (_app, met) => chat(met),
  async paused(_app, met) {
    await chat(met);
    await leave(met.people.bela);
  },
  async hidden(app, met) {
    await goHidden(app, met.people.ada);
    met.chatId = await pin(met.people.ada, met.people.bela);
  },
  async 'about to expire'(app, met) {
    await chat(met);
    await runOut(app, met.people.ada);
  },
  async blocked(_app, { people: { ada, bela } }) {
    ok(await ada.api(blockUser, { body: { userId: ada.id, userToBlockId: bela.id } }));
  },
  async twins(_app, met) {
    await chat(met);
    await pin(met.people.ada, met.people.twin);
  },
  async 'blocked with another account'(_app, { people: { ada, twin } }) {
    ok(await ada.api(blockUser, { body: { userId: ada.id, userToBlockId: twin.id } }));
  },
};

/** The relations in which the second account of bela matters. */
export const WITH_TWIN: ReadonlySet<string> = new Set(['twins', 'blocked with another account']);

/** Gives everybody the mailbox of their address; twin has that of bela. */
async function setMailboxes({ app, hashMailbox }: Stage, people: Scene['people']): Promise<void> {
  people.twin.email = people.bela.email.replace('@', '+two@');
  for (const { id, email } of Object.values(people))
    await app.db
      .updateTable('users')
      .set({ email, mailbox: hashMailbox(email) })
      .where('id', '=', id)
      .execute();
}

/** Opens a scene at a place where nobody else is. */
export async function openScene(stage: Stage, relation: string, at: [number, number]): Promise<Scene> {
  const { app } = stage;
  const [ada, bela, twin, carl] = (await manyPeople(app, ['ada', 'bela', 'twin', 'carl'], at)) as [
    Person,
    Person,
    Person,
    Person,
  ];
  const people = { ada, bela, twin, carl };
  await setMailboxes(stage, people);
  await Promise.all(Object.values(people).map((one) => goVisible(app, one)));
  const met: Met = { people, chatId: randomUUID(), messageIds: { ada: randomUUID(), bela: randomUUID() } };
  await RELATIONS[relation]!(app, met);
  const [adaToo, belaToo, twinToo] = await signInAgain(app, ada, bela, twin);
  const open = async ({ token }: Person) => {
    const tab = await connectStomp({ url: app.url, token });
    tab.send('/app/feed.watch', {});
    await tab.roundTrip();
    return tab;
  };
  const [first, second, third] = await Promise.all([open(ada), open(bela), open(carl)]);
  ok(await carl.api(listFeed, { body: { userId: carl.id } }));
  return {
    ...met,
    stage,
    others: { ada: adaToo, bela: belaToo, twin: twinToo },
    tabs: { ada: first, bela: second, carl: third },
    elsewhere: { type: 'Point', coordinates: awayFrom(at, 3, 0) },
    names: await namesOf(app, met),
  };
}

async function namesOf(app: TestApp, { people, chatId, messageIds }: Met): Promise<Map<string, string>> {
  const names = new Map<string, string>([[chatId, '<chat>']]);
  for (const [who, id] of Object.entries(messageIds)) names.set(id, `<message of ${who}>`);
  for (const [who, { id }] of Object.entries(people)) {
    names.set(id, `<${who}>`);
    const { rows } = await app.pool.query<{ id: string }>(
      'SELECT id FROM sessions WHERE user_id = $1 ORDER BY id',
      [id],
    );
    for (const [at, row] of rows.entries()) names.set(row.id, `<session ${at} of ${who}>`);
  }
  return names;
}

export async function closeScene({ stage: { app }, people, tabs }: Scene): Promise<void> {
  await Promise.all(Object.values(tabs).map((tab) => tab.disconnect()));
  const ids = Object.values(people).map(({ id }) => id);
  await app.db.deleteFrom('users').where('id', 'in', ids).execute();
}
