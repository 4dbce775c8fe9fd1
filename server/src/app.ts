import { QUEUES } from '@herenow/contract/queue';
import type { AddressInfo } from 'node:net';
import type { Config } from './config.ts';
import { openDatabase } from './database/connect.ts';
import { createJobs } from './database/jobs.ts';
import { createOutbox } from './database/outbox.ts';
import { createWork } from './database/work.ts';
import { accountRoutes, createAccountsFeature } from './features/accounts/index.ts';
import { chatDestinations, chatRoutes, createChats } from './features/chats/index.ts';
import {
  createMail,
  createMailbox,
  mailboxCarrier,
  mailboxRoutes,
  smtpCarrier,
} from './features/mail/index.ts';
import { createFeed, feedRoutes } from './features/feed/index.ts';
import { createPhotos, openPhotoFiles, photoRoutes } from './features/photos/index.ts';
import { createPins, pinRoutes } from './features/pins/index.ts';
import { createPresence, presenceRoutes } from './features/presence/index.ts';
import { createProfile, profileRoutes } from './features/profile/index.ts';
import { createPush, pushRoutes, type PushTransport } from './features/push/index.ts';
import { createSafety, safetyRoutes } from './features/safety/index.ts';
import { serveHealth } from './http/health.ts';
import { createLimits } from './http/limits.ts';
import { createMetrics } from './http/metrics.ts';
import { createMount } from './http/mount.ts';
import { servePages, WEB_FOLDER } from './http/pages.ts';
import { serveReference } from './http/reference.ts';
import { createHttpServer } from './http/server.ts';
import type { Clock } from './lib/clock.ts';
import { every } from './lib/every.ts';
import { keptSecret } from './lib/kept-secret.ts';
import type { Log } from './lib/log.ts';
import { createLocalBus } from './realtime/bus.ts';
import { createHub } from './realtime/hub.ts';
import { connectNatsBus } from './realtime/nats-bus.ts';
import { strictEvents } from './realtime/strict-events.ts';

export type App = Awaited<ReturnType<typeof buildApp>>;

export interface Surroundings {
  clock: Clock;
  log: Log;
  /** Shows mails of the development mailbox in the terminal. */
  print?: (text: string) => void;
  /** How push services are reached, where it is not by the public internet. */
  pushTransport?: PushTransport;
}

/** Builds everything, by hand, in order, and closes it in the reverse order. */
export async function buildApp(
  config: Config,
  { clock, log, print = () => {}, pushTransport }: Surroundings,
) {
  await using undo = new AsyncDisposableStack();
  const database = undo.use(
    await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log }),
  );
  const { db, pool } = database;
  const tokenSecret = config.tokenSecret ?? (await keptSecret(config.dataDir, 'token-secret'));
  const jobs = createJobs({ pool, log });
  const bus = config.natsUrl ? await connectNatsBus({ url: config.natsUrl, log }) : createLocalBus();
  undo.defer(() => bus.close());
  const publish = config.production ? bus.publish : strictEvents(bus.publish, log);
  const outbox = createOutbox({ db, publish, log });
  undo.defer(() => outbox.flush());
  const work = createWork({ db, outbox, jobs });
  const limits = createLimits({ pool, secret: tokenSecret, enabled: config.rateLimits });
  const http = await createHttpServer({
    log,
    trustProxy: config.trustProxy,
    secure: config.publicUrl.startsWith('https:'),
  });
  const routes: string[] = [];
  http.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push(`${one} ${url}`);
  });
  const metrics = createMetrics();
  metrics.observe(http);
  const photoFiles = await openPhotoFiles(config);
  const photos = createPhotos({ db, work, clock, files: photoFiles });
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
  const push = await createPush({ db, clock, log, publicUrl: config.publicUrl, transport: pushTransport });
  undo.defer(() => push.close());
  const shared = { db, pool, work, outbox, clock, limits, push };
  const views = { getPhotos: photos.views, getPresence: presence.getPresence };
  const chats = createChats({
    ...shared,
    ...views,
    retentionMs: config.chatRetentionMs,
    publish: (userIds, queue, body) =>
      void publish({ userIds, queue, body: JSON.stringify(body) }).catch((error: unknown) =>
        log.warn({ err: error, queue }, 'event not published'),
      ),
  });
  const pins = createPins({ ...shared, ...views });
  const safety = createSafety({ ...shared, listPhotos: photos.views, onBlock: [chats.life.onBlock] });
  const mailbox = createMailbox();
  const carrier = config.mailUrl
    ? smtpCarrier({ url: config.mailUrl, from: config.mailFrom })
    : mailboxCarrier({ mailbox, clock, print });
  undo.defer(() => carrier.close());
  const mail = createMail({ carrier, secret: tokenSecret });
  const accounts = createAccountsFeature({
    db,
    pool,
    work,
    clock,
    limits,
    mail,
    secret: tokenSecret,
    onSessionEnded: (sessionId) =>
      void bus
        .control({ kind: 'close-session', sessionId })
        .catch((error: unknown) => log.error({ err: error, sessionId }, 'sockets of a session not closed')),
    onDelete: [chats.life.onDelete, (tx, userId) => presence.end(tx, userId, clock.now())],
  });
  const profile = createProfile({
    db,
    work,
    clock,
    limits,
    photos,
    presence,
    onPhotosReached: (tx, userId) => accounts.verification.begin(tx, userId),
  });
  const mount = createMount({
    app: http,
    authenticate: accounts.sessions.authenticate,
    strictAnswers: !config.production,
  });
  accountRoutes(mount, { ...accounts, limits });
  profileRoutes(mount, profile);
  presenceRoutes(mount, { presence, ownUser: profile.getOwn });
  photoRoutes(http, mount, { photos, files: photoFiles, limits });
  feedRoutes(mount, { feed: createFeed({ db, pool, clock, photos }) });
  pinRoutes(mount, { pins });
  chatRoutes(mount, { chats });
  safetyRoutes(mount, { safety });
  pushRoutes(mount, { push });
  if (!config.mailUrl && !config.production) mailboxRoutes(http, mailbox);
  serveHealth(http, { database: () => pool.query('SELECT 1'), 'message bus': () => bus.ready() });
  metrics.serve(
    http,
    { outbox: outbox.backlog, jobs: jobs.counts, pool },
    { token: config.metricsToken, production: config.production },
  );
  serveReference(http, config.publicUrl);
  await servePages(http, WEB_FOLDER);

  await jobs.start();
  undo.defer(() => jobs.stop());
  await jobs.handle('mail', mail.deliver);
  await jobs.handle('reset', accounts.reset.mailCode);
  await jobs.handle('push', push.deliver);
  const tasks = [
    every(1000, 'outbox', () => outbox.republish(), log),
    every(1000, 'expiry of sessions', () => presence.sweep(), log),
    every(3000, 'erasure of chats', () => chats.life.erase(), log),
    every(3000, 'clean-up of photos', () => photos.cleanUp(), log),
    every(10 * 60_000, 'sessions and codes', () => accounts.sweep(), log),
  ];
  undo.defer(async () => void (await Promise.all(tasks.map((task) => task.stop()))));

  const hub = createHub({
    authenticate: accounts.sessions.authenticate,
    destinations: chatDestinations(chats),
    queues: Object.keys(QUEUES),
    bus,
    log,
    clock,
    metrics: metrics.realtime,
    allowedOrigins: [new URL(config.publicUrl).origin],
  });
  undo.defer(hub.attach(http.server));

  await http.listen({ port: config.port, host: config.host });
  undo.defer(() => http.close());
  undo.defer(() => hub.drain());
  const { port } = http.server.address() as AddressInfo;

  const resources = undo.move();
  return {
    port,
    db,
    pool,
    work,
    accounts,
    mailbox,
    /** Every mounted route, as `METHOD /path`. */
    routes,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
