import { createAccountsFeature } from '../features/accounts/index.ts';
import { createChats } from '../features/chats/index.ts';
import { createFeed } from '../features/feed/index.ts';
import { createMail } from '../features/mail/index.ts';
import { createModeration } from '../features/moderation/index.ts';
import { createPhotos } from '../features/photos/index.ts';
import { createPins } from '../features/pins/index.ts';
import { createPresence } from '../features/presence/index.ts';
import { createProfile } from '../features/profile/index.ts';
import { createPush } from '../features/push/index.ts';
import { createRights } from '../features/rights/index.ts';
import { createSafety } from '../features/safety/index.ts';
import type { Engines } from './engines.ts';

export type Features = Awaited<ReturnType<typeof createFeatures>>;

/** Every feature, in the order in which they use each other. Where the arrow would turn round, it is a hook. */
export async function createFeatures(engines: Engines, undo: AsyncDisposableStack) {
  const { config, clock, db, pool, work, outbox, limits } = engines;
  const photos = createPhotos({ db, work, clock, files: engines.photoFiles });
  const presence = createPresence({
    db,
    work,
    clock,
    onOpened: [(tx, userId, now) => chats.life.onOpened(tx, userId, now)],
    onChanged: [(tx, userId, now) => chats.life.onChanged(tx, userId, now)],
    onEnded: [
      (tx, userIds) => pins.onEnded(tx, userIds),
      (tx, userIds, endedAt) => chats.life.onEnded(tx, userIds, endedAt),
    ],
  });
  const push = await openPush(engines, undo);
  const views = { getPhotos: photos.views, getPresence: presence.getPresence };
  const shared = { db, pool, work, outbox, clock, limits, push, ...views };
  const chats = createChats({ ...shared, retentionMs: config.chatRetentionMs, publish: tellNow(engines) });
  const pins = createPins(shared);
  const safety = createSafety({ ...shared, listPhotos: photos.views, onBlock: [chats.life.onBlock] });
  const mail = createMail(engines);
  const accounts = createAccountsFeature({
    db,
    pool,
    work,
    clock,
    limits,
    mail,
    keys: engines.keys,
    passwordCost: engines.passwordCost,
    onSessionEnded: closeSockets(engines),
    onGone: [(tx, userId) => presence.end(tx, userId, clock.now()), chats.life.onGone],
  });
  undo.defer(() => accounts.close());
  const profile = createProfile({
    db,
    work,
    clock,
    limits,
    photos,
    presence,
    retentionMs: config.chatRetentionMs,
    onPhotosReached: (tx, userId) => accounts.verification.begin(tx, userId),
  });
  const feed = createFeed({ db, pool, clock });
  const moderation = createModeration({ db, work, clock, photos, closing: accounts.closing });
  const rights = createRights({ ...shared, readPhotos: photos.originals });
  return { photos, presence, push, chats, pins, safety, mail, accounts, profile, feed, moderation, rights };
}

async function openPush(engines: Engines, undo: AsyncDisposableStack) {
  const { config, clock, log, db, work, bus, pushTransport } = engines;
  const push = await createPush({
    db,
    work,
    clock,
    log,
    publicUrl: config.publicUrl,
    transport: pushTransport,
    connectedSessions: bus.sessionsOf,
  });
  undo.defer(() => push.close());
  return push;
}

/** For news that are worth nothing a moment later: past the outbox, straight to the bus. */
function tellNow({ publish, log }: Engines) {
  return (userIds: string[], queue: string, body: unknown): void =>
    void publish({ userIds, queue, body: JSON.stringify(body) }).catch((error: unknown) =>
      log.warn({ err: error, queue }, 'event not published'),
    );
}

function closeSockets({ bus, log }: Engines) {
  return (sessionId: string): void =>
    void bus
      .control({ kind: 'close-session', sessionId })
      .catch((error: unknown) => log.error({ err: error, sessionId }, 'sockets of a session not closed'));
}
