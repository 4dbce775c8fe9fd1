import { QUEUES } from '@herenow/contract/queue';
import { RATES } from '@herenow/contract/rates';
import type { FastifyInstance } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { lastBackup } from './app/backup/last-backup.ts';
import { createBusWatch } from './app/bus-watch.ts';
import { closeEndedSockets } from './app/ended-sockets.ts';
import { takesChanges } from './database/connect.ts';
import { openEngines, type Engines, type Surroundings } from './app/engines.ts';
import { createFeatures, type Features } from './app/features.ts';
import type { Config } from './config.ts';
import { accountRoutes, TOKEN_MS } from './features/accounts/index.ts';
import { alertRoutes } from './features/alerts/index.ts';
import { chatDestinations, chatRoutes } from './features/chats/index.ts';
import { faceRoutes } from './features/faces/index.ts';
import { feedDestinations, feedRoutes, feedTiming } from './features/feed/index.ts';
import { mailboxRoutes } from './features/mail/index.ts';
import { newsRoutes } from './features/news/index.ts';
import { moderationRoutes } from './features/moderation/index.ts';
import { photoRoutes } from './features/photos/index.ts';
import { createPulse, pulseRoutes, type PulseService } from './features/pulse/index.ts';
import { pinRoutes } from './features/pins/index.ts';
import { presenceRoutes } from './features/presence/index.ts';
import { profileRoutes } from './features/profile/index.ts';
import { pushRoutes } from './features/push/index.ts';
import { rightsRoutes } from './features/rights/index.ts';
import { safetyRoutes } from './features/safety/index.ts';
import { allowOrigins } from './http/origins.ts';
import { seldom, serveHealth, tellOfAbsent, type Health } from './http/health.ts';
import { diskFree } from './lib/disk-free.ts';
import { listen, tryListening } from './http/listen.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { createMount } from './http/mount.ts';
import { servePages } from './http/web-client.ts';
import { serveReference } from './http/reference.ts';
import { securityHeaders } from './http/security-headers.ts';
import { requireRoom, shedLoad } from './http/shedding.ts';
import { createHttpServer } from './http/server.ts';
import { every, type Listening } from './lib/every.ts';
import { inTime } from './lib/in-time.ts';
import { createHub, type Hub } from './realtime/sockets/hub.ts';

export type { Surroundings } from './app/engines.ts';
/** How often remote stores and servers are checked. */
const CHECK_MS = 30_000;

/** The features, and the pulse that counts what happens in them. */
type Parts = Features & { pulse: PulseService };

export type App = Awaited<ReturnType<typeof buildApp>>;

/** Builds everything, explicitly and in order; it is closed in reverse order. */
export async function buildApp(config: Config, surroundings: Surroundings) {
  await using undo = new AsyncDisposableStack();
  await tryListening(config);
  const engines = await openEngines(config, surroundings, undo);
  const metrics = createMetrics([feedTiming]);
  const pulse = createPulse({ ...engines, counted: metrics.counted });
  const features = { ...(await createFeatures(engines, undo)), pulse };
  const http = await createHttpServer({ ...config, log: engines.log });
  await allowOrigins(http, config.allowedOrigins);
  const routes: string[] = [];
  http.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push(`${one} ${url}`);
  });
  const health = await serveEverything(http, engines, features, metrics);
  const listening = { log: engines.log, onFailed: metrics.taskFailed };
  await startJobs(engines, features, listening, undo);

  let busWatch: ReturnType<typeof watchBus>;
  const hub = openHub(engines, features, metrics, () => busWatch?.interrupted());
  undo.defer(hub.attach(http.server));
  sweepSockets(engines, features, hub, listening, undo);
  const port = await listen(http, config);
  undo.defer(() => http.close());
  undo.defer(() => hub.drain());
  busWatch = watchBus(engines, features, hub, health, listening, undo);
  // Load balancers check every second or two, so they learn of it before anything closes.
  undo.defer(async () => {
    health.drain();
    await delay(config.drainMs);
  });

  const resources = undo.move();
  const { log, pace } = engines;
  return {
    port,
    db: engines.db,
    pool: engines.pool,
    work: engines.work,
    accounts: features.accounts,
    mailbox: engines.mailbox,
    /** Every mounted route, as `METHOD /path`. */
    routes,
    server: http.server,
    noteUnhandled: metrics.unhandled,
    /** Ends in time even if an engine is silent; what then still runs ends with the process. */
    [Symbol.asyncDispose]: () =>
      inTime(config.drainMs + pace.stopping, resources.disposeAsync(), () =>
        log.warn('stopped before everything had ended'),
      ),
  };
}

/** Starts the sweeps that depend on this node’s sockets, which keep presences without an end alive. */
function sweepSockets(
  { pace }: Engines,
  { accounts, presence }: Features,
  hub: Hub,
  listening: Listening,
  undo: AsyncDisposableStack,
) {
  const { openOf } = accounts.sessions;
  const sweeps = [
    every(pace.endless, 'presences without an end', () => presence.sweepEndless(hub.sessionIds()), listening),
    every(pace.sockets, 'sockets of ended sessions', () => closeEndedSockets(hub, openOf), listening),
  ];
  undo.defer(async () => void (await Promise.all(sweeps.map((sweep) => sweep.stop()))));
}

/** Starts the watch of the bus; undefined if the bus is in this process. */
function watchBus(
  { bus, nodes, rollCall, outbox, pace, log }: Engines,
  { accounts, watchers }: Features,
  hub: Hub,
  { cutOff }: Health,
  listening: Listening,
  undo: AsyncDisposableStack,
) {
  if (!nodes || !rollCall) return undefined;
  const openSessions = accounts.sessions.openOf;
  const watch = createBusWatch({ bus, nodes, rollCall, outbox, hub, openSessions, cutOff, watchers, log });
  undo.adopt(every(pace.bus, 'roll call', rollCall.tell, listening), (task) => task.stop());
  undo.adopt(every(pace.bus, 'bus', watch.look, listening), (task) => task.stop());
  return watch;
}

function openHub(
  { config, bus, log, clock, rates, shedding }: Engines,
  features: Features,
  metrics: Metrics,
  onGap: () => void,
) {
  const { sessions } = features.accounts;
  const hub = createHub({
    onGap,
    async authenticate(token) {
      if (shedding) requireRoom();
      const caller = sessions.claim(token);
      if (!caller) return undefined;
      await rates.hold('sockets', caller.userId);
      return (await sessions.isLive(caller)) ? caller : undefined;
    },
    destinations: { ...chatDestinations(features.chats), ...feedDestinations(features.feed) },
    queues: Object.keys(QUEUES),
    bus,
    log,
    clock,
    metrics: metrics.realtime,
    onClosed: features.watchers.forget,
    frameRate: config.rateLimits ? RATES.frames : undefined,
    lifetimeMs: TOKEN_MS,
    allowedOrigins: [new URL(config.publicUrl).origin, ...config.allowedOrigins],
    refusalHeaders: securityHeaders(config.publicUrl),
  });
  features.watchers.serve({ isOpen: hub.isOpen, deliver: hub.deliverTo });
  return hub;
}

async function serveEverything(http: FastifyInstance, engines: Engines, features: Parts, metrics: Metrics) {
  const { config, clock, limits, rates, pool, mailbox } = engines;
  const { accounts, profile, presence, feed, pins, chats, push } = features;
  metrics.observe(http);
  http.addHook('onRequest', (_request, reply, done) => {
    // Clients go by this time as the server does: the machine’s clock may be off.
    reply.header('date', clock.now().toUTCString());
    done();
  });
  // Load tests, which run without rates, must find out what breaks.
  if (engines.shedding) await shedLoad(http, { pool, onShed: metrics.shed });
  const mount = createMount({
    app: http,
    sessions: accounts.sessions,
    rates,
    strict: config.strict,
  });
  accountRoutes(mount, accounts);
  profileRoutes(mount, features);
  presenceRoutes(mount, { presence, ownUser: profile.getOwn });
  photoRoutes(http, mount, { ...features, limits, pace: engines.pace });
  feedRoutes(mount, { feed });
  alertRoutes(mount, features);
  pinRoutes(mount, { pins });
  chatRoutes(mount, { chats });
  safetyRoutes(mount, features);
  pushRoutes(mount, { push });
  moderationRoutes(mount, features);
  pulseRoutes(mount, features);
  rightsRoutes(mount, features);
  faceRoutes(mount, features);
  await newsRoutes(http, mount, { ...features, rates });
  if (!config.mailUrl && !config.production) mailboxRoutes(http, mailbox);
  const health = serveState(http, engines, metrics);
  serveReference(http, config.publicUrl);
  await servePages(http, engines.webFolder, engines.assets.find);
  return health;
}

/** Serves what load balancers and operators check. */
function serveState(http: FastifyInstance, engines: Engines, metrics: Metrics): Health {
  const { config, pool, bus, rollCall, photoFiles, carrier, outbox, jobs, clockCheck, log } = engines;
  const uses = {
    'message bus': async () => (await bus.ready()) && (rollCall?.isWhole() ?? true),
    'photo store': seldom(CHECK_MS, () => photoFiles.check()),
    'mail server': seldom(CHECK_MS, () => carrier.check()),
  };
  const health = serveHealth(http, {
    needs: { database: () => takesChanges(pool, log) },
    uses,
  });
  tellOfAbsent(uses, log);
  metrics.serve(
    http,
    {
      outbox: outbox.backlog,
      givenUp: outbox.givenUp,
      jobs: jobs.counts,
      reached: health.reached,
      takesChanges: () => takesChanges(pool, log),
      diskFree: () => diskFree(config.dataDir),
      lastBackup: () => lastBackup(config.dataDir),
      pool,
      clockAhead: clockCheck.aheadSeconds,
    },
    { token: config.metricsToken, production: config.production },
  );
  return health;
}

async function handleJobs(
  jobs: Engines['jobs'],
  { mail, accounts, push, rights, lookAgain }: Parts,
): Promise<void> {
  await jobs.handle('mail', mail.deliver);
  await jobs.handle('reset', accounts.reset.deliver);
  await jobs.handle('wake', (job) => push.deliver(job, 'wake'));
  await jobs.handle('wake-late', (job) => push.deliver(job, 'wake-late'));
  await jobs.handle('export', rights.makeExport);
  await jobs.handle('look-again', lookAgain);
}

async function startJobs(
  { jobs, outbox, assets, protections, clockCheck, rates, pace }: Engines,
  features: Parts,
  listening: Listening,
  undo: AsyncDisposableStack,
) {
  const { memories, safety, sealed, hidings, mailboxes, accounts, presence, chats, photos } = features;
  const { feed, places, moderation, rights, faces, removed, pulse, sharedDates, alerts } = features;
  await assets.share();
  await accounts.secondFactors.reseal();
  await jobs.start();
  undo.defer(() => jobs.stop());
  await handleJobs(jobs, features);
  /** Anything that erases for good waits while the time may be wrong. */
  const erasing = (milliseconds: number, name: string, task: () => Promise<unknown>) =>
    every(milliseconds, name, () => clockCheck.erase(task), listening);
  const tasks = [
    every(pace.outbox, 'outbox', () => outbox.republish(), listening),
    every(pace.clock, 'clock', clockCheck.look, listening),
    every(pace.presences, 'expiry of presences', () => presence.sweep(), listening),
    every(pace.presences, 'moves', () => presence.showMoves(), listening),
    every(pace.alerts, 'alerts', () => alerts.sweep(), listening),
    erasing(pace.chats, 'erasure of chats', () => chats.lifecycle.sweep()),
    erasing(pace.photos, 'clean-up of photos', () => photos.sweep()),
    erasing(pace.accounts, 'selfies', () => faces.sweep()),
    erasing(pace.accounts, 'removed pictures and texts', () => removed.sweep()),
    erasing(pace.accounts, 'memories of pins', () => memories.sweep()),
    erasing(pace.accounts, 'kept blocks and former chats', () => safety.sweep()),
    erasing(pace.accounts, 'shared dates', () => sharedDates.sweep()),
    erasing(pace.accounts, 'sealed cases', () => sealed.sweep()),
    erasing(pace.accounts, 'kept hidings', () => hidings.sweep()),
    erasing(pace.accounts, 'messages of judged reports', () => moderation.sweep()),
    erasing(pace.accounts, 'suspended mailboxes', () => mailboxes.sweep()),
    erasing(pace.accounts, 'sessions and codes', () => accounts.sweep()),
    // Apart: there may be so many that they take hours.
    erasing(pace.accounts, 'unverified accounts', () => accounts.unverified.sweep()),
    every(pace.accounts, 'counts of rates', () => rates.sweep(), listening),
    every(pace.protections, 'log of protections', () => protections.write(), listening),
    erasing(pace.accounts, 'past log of protections', () => protections.sweep()),
    every(pace.accounts, 'places', () => places.sweep(), listening),
    every(pace.accounts, 'allowances', () => feed.sweep(), listening),
    every(pace.accounts, 'empty cells', () => presence.sweepCells(), listening),
    every(pace.assets, 'files of older builds', () => assets.sweep(), listening),
    every(pace.pulse, 'pulse', () => pulse.note(), listening),
    every(pace.accounts, 'past pulse', () => pulse.sweep(), listening),
    erasing(pace.rights, 'copies of data', () => rights.sweep()),
  ];
  undo.defer(async () => void (await Promise.all(tasks.map((task) => task.stop()))));
}
