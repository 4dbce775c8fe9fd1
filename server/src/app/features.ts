import {
  createAccountsFeature,
  createMailboxes,
  createSessions,
  createTokens,
} from '../features/accounts/index.ts';
import type { JobData } from '../database/jobs.ts';
import type { Tx } from '../database/work.ts';
import { createAlerts } from '../features/alerts/index.ts';
import { createChats, type ChatLifecycle, type ChatsService } from '../features/chats/index.ts';
import { createFaces } from '../features/faces/index.ts';
import { createFeed, createNearby, createWatchers, type Nearby } from '../features/feed/index.ts';
import { createMail } from '../features/mail/index.ts';
import {
  createAlarm,
  createAppeals,
  createDecisionLinks,
  createHidings,
  createModeration,
  createReportPlaces,
  createSealedCases,
  requireNotOperating,
} from '../features/moderation/index.ts';
import { createUnsubscribing } from '../features/news/index.ts';
import {
  createPhotoAddresses,
  createPhotos,
  createPictureMakers,
  guardFiles,
  type MakePicture,
  type PhotosService,
} from '../features/photos/index.ts';
import { createPinMemories, createPins } from '../features/pins/index.ts';
import { createPlaces } from '../features/places/index.ts';
import { createPresence, type PresenceService } from '../features/presence/index.ts';
import { createProfile } from '../features/profile/index.ts';
import { createMessagePushes, createPush } from '../features/push/index.ts';
import { createRemoved, type Removed } from '../features/removed/index.ts';
import { createRights } from '../features/rights/index.ts';
import { createSafety, createSharedDates, type SafetyService } from '../features/safety/index.ts';
import { createEndings, sessionsEnded, type Endings } from './endings.ts';
import type { Engines } from './engines.ts';
import { createLateEvents } from './late-events.ts';

export type Features = Awaited<ReturnType<typeof createFeatures>>;

/** Creates every feature in the order of their dependencies; `endings.ts` lists what happens at endings. */
export async function createFeatures(engines: Engines, undo: AsyncDisposableStack) {
  const { rateLimits: limited, chatRetentionMs: retentionMs } = engines.config;
  const makePicture = undo.use(createPictureMakers(engines)).make;
  const { photos, removed } = openPhotos(engines, makePicture);
  const push = await openPush(engines, undo, photos.firstPhotos);
  const mail = createMail(engines);
  const sessions = openSessions(engines);
  const shared = { ...engines, photos, firstPhotos: photos.firstPhotos, push, mail, sessions, retentionMs };
  const nearby = createNearby(engines);
  const places = openPlaces({ ...shared, budget: limited }, nearby, (...it) => presence.follow(...it));
  const watchers = createWatchers(engines);
  const feed = createFeed({ ...shared, places, watchers, allowance: limited });
  const alerts = createAlerts({ ...shared, cellOf: places.cellOf });
  const chats = createChats({ ...shared, publish: tellNow(engines) });
  const kept = openKept(engines);
  const pins = createPins({ ...shared, ...kept, onRejections: nearby.rejectionsChanged });
  engines.outbox.onLate(createLateEvents({ ...engines, chats, pins }));
  const endings = createEndings({ ...shared, ...kept, removed, nearby, pins, chats: chats.lifecycle });
  const presence = openPresence(shared, chats.lifecycle, endings, nearby);
  const safety = openSafety({ ...shared, ...kept }, endings, nearby);
  const accounts = createAccountsFeature({
    ...shared,
    ...kept,
    onVerified: restoring(safety, kept, removed),
    deleteAccount: endings.accountDeleted,
    onLeaving: requireNotOperating,
  });
  undo.defer(() => accounts.close());
  const profile = createProfile({
    ...shared,
    ...kept,
    presence,
    removed,
    mayShow: feed.mayShow,
    onRowChanged: chats.lifecycle.tellProfile,
    verification: accounts.verification,
  });
  const faces = createFaces({ ...shared, ...kept, makePicture, onMarkChanged: telling(presence, chats) });
  const judging = { ...shared, ...kept, standing: accounts.standing, removed, faces };
  const desk = openDesk({ ...judging, tellProfile: telling(presence, chats) }, endings);
  const sharedDates = createSharedDates(engines);
  const rights = createRights({ ...shared, readPhotos: photos.originals });
  const people = { profile, accounts, presence, places, photos, safety, sharedDates, ...desk, rights };
  return { ...people, ...kept, makePicture, removed, faces, push, chats, pins, mail, feed, alerts, watchers };
}

/** Returns what applies what was kept of earlier accounts of a mailbox to one that is verified. */
function restoring(safety: SafetyService, kept: ReturnType<typeof openKept>, removed: Removed) {
  return [
    safety.restore,
    kept.memories.restore,
    kept.hidings.restore,
    removed.replaceBarredTexts,
    removed.queueLookAgain,
  ];
}

function openSafety(
  shared: Omit<
    Parameters<typeof createSafety>[0] & Parameters<typeof createAlarm>[0],
    `on${string}` | 'hasMet'
  >,
  { personBlocked, personHidden }: Endings,
  { blocksChanged }: Nearby,
) {
  const alarm = createAlarm({ ...shared, onHidden: personHidden });
  const places = createReportPlaces(shared);
  return createSafety({
    ...shared,
    onBlocked: personBlocked,
    onUnblocked: blocksChanged,
    onAgeReported: alarm.reported,
    onReporting: places.reporting,
    hasMet: places.hasMet,
  });
}

function openPresence(
  shared: Omit<Parameters<typeof createPresence>[0], `on${string}` | 'endPresence'>,
  { resume, tellChange, noteDistances }: ChatLifecycle,
  { presenceEnded, endPresence }: Endings,
  { shownDifferently }: Nearby,
) {
  return createPresence({
    ...shared,
    onOpened: resume,
    onChanged: tellChange,
    onMoved: noteDistances,
    onShown: shownDifferently,
    onEnded: presenceEnded,
    endPresence,
  });
}

function openPlaces(
  shared: Omit<Parameters<typeof createPlaces>[0], 'onMoved'>,
  { deviceMoved }: Nearby,
  follow: Parameters<typeof createPlaces>[0]['onMoved'],
) {
  return createPlaces({
    ...shared,
    async onMoved(tx, caller, cell, now) {
      deviceMoved(tx, caller, cell);
      await follow(tx, caller, cell, now);
    },
  });
}

/** Returns a function that tells others that what their feeds and lists show of a user has changed. */
const telling =
  ({ refresh }: PresenceService, { lifecycle }: ChatsService) =>
  async (tx: Tx, userId: string): Promise<void> => {
    await refresh(tx, userId);
    await lifecycle.tellProfile(tx, userId);
  };

function openDesk(
  shared: Parameters<typeof createAppeals>[0] &
    Omit<Parameters<typeof createModeration>[0], 'appeals' | 'suspend' | 'lockToDelete' | 'deleteAccount'> & {
      photos: PhotosService;
    },
  { personSuspended, lockToDelete, accountDeleted }: Endings,
) {
  const appeals = createAppeals(shared);
  const ends = { suspend: personSuspended, lockToDelete, deleteAccount: accountDeleted };
  const moderation = createModeration({ ...shared, ...ends, appeals });
  const lookAgain = (job: JobData['look-again']) => shared.photos.lookAgain(job, shared.tellProfile);
  return { appeals, moderation, lookAgain };
}

const openSessions = (engines: Engines) =>
  createSessions({
    ...engines,
    tokens: createTokens(engines),
    onEnding: sessionsEnded,
    onSessionEnded: closeSockets(engines),
  });

/** Creates what outlives presences, names and accounts to protect other users. */
const openKept = (engines: Engines) => ({
  memories: createPinMemories(engines),
  mailboxes: createMailboxes(engines),
  sealed: createSealedCases(engines),
  hidings: createHidings(engines),
  links: createDecisionLinks(engines),
  unsubscribing: createUnsubscribing(engines),
});

function openPhotos(engines: Engines, makePicture: MakePicture) {
  const { clock, keys, config, log } = engines;
  const files = guardFiles(engines.photoFiles, log);
  const addresses = createPhotoAddresses({
    clock,
    key: keys.photos,
    previousKey: keys.previous?.photos,
    // Pages of other hosts use an address as it is.
    origin: config.allowedOrigins.length > 0 ? config.publicUrl : '',
  });
  const removed = createRemoved(engines);
  const more = { removed, makePicture, retentionMs: config.chatRetentionMs };
  return { photos: createPhotos({ ...engines, ...more, files, addresses }), removed };
}

async function openPush(
  engines: Engines,
  undo: AsyncDisposableStack,
  firstPhotos: PhotosService['firstPhotos'],
) {
  const connectedHere = engines.bus.sessionsHere;
  engines.outbox.onWaking(createMessagePushes({ ...engines, firstPhotos, connectedHere }));
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

/** Publishes events that are worthless a moment later straight to the bus, bypassing the outbox. */
function tellNow({ publish, log }: Engines) {
  return (userIds: string[], queue: string, body: unknown): void =>
    void publish({ userIds, queue, body: JSON.stringify(body) }).catch((error: unknown) =>
      log.debug({ err: error, queue }, 'event not published'),
    );
}

function closeSockets({ bus, log }: Engines) {
  return (sessionId: string): void =>
    void bus
      .control({ kind: 'close-session', sessionId })
      .catch((error: unknown) => log.error({ err: error, sessionId }, 'sockets of a session not closed'));
}
