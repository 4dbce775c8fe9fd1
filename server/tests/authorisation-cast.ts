import { createECDH } from 'node:crypto';
import { cellCube, snapToCell } from '../src/lib/cells.ts';
import { createTokens } from '../src/features/accounts/tokens.ts';
import { newId } from '../src/lib/ids.ts';
import { deriveKeys } from '../src/lib/keys.ts';
import { HOUR_MS } from '@herenow/contract/constants';
import { claimsOf } from '@herenow/testing/claims';
import { BERLIN, person, type Person } from '@herenow/testing/people';
import { suspend } from '@herenow/testing/safety';
import type { TestApp } from '@herenow/testing/start-app';

export const TOKEN_SECRET = 'a-secret-that-only-this-test-knows';

/** The keys with which a browser would encrypt pushes. */
const KEYS = {
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: Buffer.alloc(16, 1).toString('base64url'),
};

/**
 * The callers. Ada owns what the calls concern; `expired` and `signedOut` hold tokens of hers that are no longer valid.
 */
export const ROLES = [
  'visitor',
  'owner',
  'partner',
  'pending',
  'stranger',
  'blocked',
  'blocker',
  'expired',
  'signedOut',
  'suspended',
] as const;
export type Role = (typeof ROLES)[number];

export interface Actor {
  role: Role;
  /** Undefined for the visitor. */
  token: string | undefined;
  /** Whom the caller claims to be: ada, for roles without a valid token. */
  person: Person;
}

export interface Cast {
  ada: Person;
  actors: Record<Role, Actor>;
  /** The chat of Ada and her partner; both have sent messages. */
  chatId: string;
  adaMessage: string;
  partnerMessage: string;
  /** The chat of the person who has pinned ada and waits. */
  pendingChatId: string;
  otherSessionId: string;
  /** The push subscription of one of ada's devices, as browsers serialize it. */
  device: string;
}

/** Makes a cast whose people are all visible in one place, a different place for each cast. */
export async function castPeople(app: TestApp, number: number): Promise<Cast> {
  const at: [number, number] = [BERLIN[0] + number * 2, BERLIN[1]];
  const names = ['ada', 'bela', 'chidi', 'dana', 'emil', 'fatou', 'goran'];
  const people = await Promise.all(names.map((name) => person(app, name, { at })));
  const [ada, partner, pending, stranger, blocked, blocker, suspended] = people as [Person, ...Person[]] &
    Person[];
  await goVisible(app, people, at);
  const chatId = await addChat(app, partner!, ada, 'accepted');
  const [adaMessage, partnerMessage] = [
    await addMessage(app, chatId, ada, 1),
    await addMessage(app, chatId, partner!, 2),
  ];
  const pendingChatId = await addChat(app, pending!, ada, 'pending');
  await addChat(app, suspended!, ada, 'accepted');
  await suspend(app, suspended!);
  await addBlock(app, ada, blocked!);
  await addBlock(app, blocker!, ada);

  const open = async () =>
    (await app.work((tx) => app.accounts.sessions.open(tx, ada.id, { userAgent: 'test' }))).token;
  const signedOut = await open();
  await app.accounts.sessions.revoke(ada.id, claimsOf(signedOut).sid);
  const own = (role: Role, one: Person) => ({ role, token: one.token, person: one });
  return {
    ada,
    chatId,
    adaMessage,
    partnerMessage,
    pendingChatId,
    otherSessionId: claimsOf(await open()).sid,
    device: JSON.stringify({ endpoint: `https://push.example.org/${ada.id}`, keys: KEYS }),
    actors: {
      visitor: { role: 'visitor', token: undefined, person: ada },
      owner: own('owner', ada),
      partner: own('partner', partner!),
      pending: own('pending', pending!),
      stranger: own('stranger', stranger!),
      blocked: own('blocked', blocked!),
      blocker: own('blocker', blocker!),
      expired: { role: 'expired', token: expire(app, claimsOf(await open())), person: ada },
      signedOut: { role: 'signedOut', token: signedOut, person: ada },
      suspended: own('suspended', suspended!),
    },
  };
}

/** Returns a genuine token of a living session that has expired. */
function expire(app: TestApp, { sub, sid, jti }: { sub: string; sid: string; jti: string }): string {
  const hourAgo = { now: () => new Date(app.clock.now().getTime() - HOUR_MS) };
  return createTokens({ keys: deriveKeys(TOKEN_SECRET), clock: hourAgo }).sign({
    userId: sub,
    sessionId: sid,
    tokenId: jti,
  });
}

async function goVisible(app: TestApp, people: readonly Person[], at: [number, number]): Promise<void> {
  const now = app.clock.now();
  const rows = people.map(({ id }) => ({
    user_id: id,
    status: 'online' as const,
    online_until: new Date(now.getTime() + 2 * HOUR_MS),
    started_at: new Date(now.getTime() - 1000),
    pos: cellCube(snapToCell({ type: 'Point', coordinates: at })),
    date_of_birth: '1996-05-14',
    gender: 'They/Them',
    tags: ['coffee'],
  }));
  await app.db.insertInto('presences').values(rows).execute();
}

async function addChat(
  app: TestApp,
  from: Person,
  to: Person,
  status: 'pending' | 'accepted',
): Promise<string> {
  const id = newId();
  const [low, high] = [from.id, to.id].toSorted() as [string, string];
  await app.db
    .insertInto('chats')
    .values({
      id,
      low_id: low,
      high_id: high,
      initiated_by: from.id,
      pin_status: status,
      created_at: app.clock.now(),
      ...(status === 'accepted' ? { answered_at: app.clock.now() } : {}),
    })
    .execute();
  return id;
}

async function addMessage(app: TestApp, chatId: string, from: Person, second: number): Promise<string> {
  const id = newId();
  const sentAt = new Date(app.clock.now().getTime() - 60_000 + second * 1000);
  await app.db
    .insertInto('messages')
    .values({ id, chat_id: chatId, sender_id: from.id, content: 'Hello', sent_at: sentAt })
    .execute();
  await app.db.updateTable('chats').set({ last_sent_at: sentAt }).where('id', '=', chatId).execute();
  return id;
}

async function addBlock(app: TestApp, from: Person, to: Person): Promise<void> {
  const row = { blocker_id: from.id, blocked_id: to.id, created_at: app.clock.now() };
  await app.db.insertInto('blocks').values(row).execute();
}

/** Registers ada’s device in her session. */
export async function addDevice(app: TestApp, { ada, device }: Cast): Promise<void> {
  const session = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', ada.id)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('push_subscriptions')
    .values({
      id: newId(),
      endpoint: (JSON.parse(device) as { endpoint: string }).endpoint,
      user_id: ada.id,
      session_id: session.id,
      keys: JSON.stringify(KEYS),
      created_at: app.clock.now(),
    })
    .execute();
}
