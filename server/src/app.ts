import type { AddressInfo } from 'node:net';
import type { Config } from './config.ts';
import { openDatabase } from './database/connect.ts';
import { createJobs } from './database/jobs.ts';
import { createOutbox } from './database/outbox.ts';
import { createWork } from './database/work.ts';
import { accountRoutes, createAccountsFeature } from './features/accounts/index.ts';
import {
  createMail,
  createMailbox,
  mailboxCarrier,
  mailboxRoutes,
  smtpCarrier,
} from './features/mail/index.ts';
import { createFeed, feedRoutes } from './features/feed/index.ts';
import { createPhotos, openPhotoFiles, photoRoutes } from './features/photos/index.ts';
import { createPresence, presenceRoutes } from './features/presence/index.ts';
import { createProfile, profileRoutes } from './features/profile/index.ts';
import { serveHealth } from './http/health.ts';
import { createLimits } from './http/limits.ts';
import { createMount } from './http/mount.ts';
import { servePages, WEB_FOLDER } from './http/pages.ts';
import { serveReference } from './http/reference.ts';
import { createHttpServer } from './http/server.ts';
import type { Clock } from './lib/clock.ts';
import { every } from './lib/every.ts';
import { keptSecret } from './lib/kept-secret.ts';
import type { Log } from './lib/log.ts';

export type App = Awaited<ReturnType<typeof buildApp>>;

export interface Surroundings {
  clock: Clock;
  log: Log;
  /** Shows mails of the development mailbox in the terminal. */
  print?: (text: string) => void;
}

/** Builds everything, by hand, in order, and closes it in the reverse order. */
export async function buildApp(config: Config, { clock, log, print = () => {} }: Surroundings) {
  await using undo = new AsyncDisposableStack();
  const database = undo.use(
    await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log }),
  );
  const { db, pool } = database;
  const tokenSecret = config.tokenSecret ?? (await keptSecret(config.dataDir, 'token-secret'));
  const jobs = createJobs({ pool, log });
  const outbox = createOutbox({ db, publish: () => {}, log });
  const work = createWork({ db, outbox, jobs });
  const limits = createLimits({ pool, secret: tokenSecret, enabled: config.rateLimits });
  const http = await createHttpServer({
    log,
    trustProxy: config.trustProxy,
    secure: config.publicUrl.startsWith('https:'),
  });
  const photoFiles = await openPhotoFiles(config);
  const photos = createPhotos({ db, work, clock, files: photoFiles });
  const presence = createPresence({ work, clock, onOpened: [], onChanged: [], onEnded: [] });
  const mailbox = createMailbox();
  const carrier = config.mailUrl
    ? smtpCarrier({ url: config.mailUrl, from: config.mailFrom })
    : mailboxCarrier({ mailbox, clock, print });
  undo.defer(() => carrier.close());
  const mail = createMail({ carrier });
  const accounts = createAccountsFeature({
    db,
    pool,
    work,
    clock,
    limits,
    mail,
    secret: tokenSecret,
    onSessionEnded() {},
    onDelete: [(tx, userId) => presence.end(tx, userId, clock.now())],
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
  if (!config.mailUrl && !config.production) mailboxRoutes(http, mailbox);
  serveHealth(http, { database: () => pool.query('SELECT 1') });
  serveReference(http, config.publicUrl);
  await servePages(http, WEB_FOLDER);

  await jobs.start();
  undo.defer(() => jobs.stop());
  await jobs.handle('mail', mail.deliver);
  await jobs.handle('reset', accounts.reset.mailCode);
  const tasks = [
    every(1000, 'outbox', () => outbox.republish(), log),
    every(1000, 'expiry of sessions', () => presence.sweep(), log),
    every(3000, 'clean-up of photos', () => photos.cleanUp(), log),
    every(10 * 60_000, 'sessions and codes', () => accounts.sweep(), log),
  ];
  undo.defer(async () => void (await Promise.all(tasks.map((task) => task.stop()))));

  await http.listen({ port: config.port, host: config.host });
  undo.defer(() => http.close());
  const { port } = http.server.address() as AddressInfo;

  const resources = undo.move();
  return {
    port,
    db,
    pool,
    work,
    accounts,
    mailbox,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
