import { AsyncLocalStorage } from 'node:async_hooks';
import path from 'node:path';
import { configWarnings, type Config } from '../config.ts';
import { openDatabase } from '../database/connect.ts';
import { createJobs } from '../database/jobs.ts';
import type { Db } from '../database/db.ts';
import { createNodes } from '../database/nodes.ts';
import { createOutbox } from '../database/outbox.ts';
import { createWork } from '../database/work.ts';
import { createAssets } from '../features/assets/index.ts';
import { createMailbox, mailboxCarrier, smtpCarrier } from '../features/mail/index.ts';
import { openPhotoFiles, type PhotoFiles } from '../features/photos/index.ts';
import { createProtections, PROTECTIONS } from '../features/protections/index.ts';
import type { PasswordCost, ProofWork } from '../features/accounts/index.ts';
import type { PushTransport } from '../features/push/index.ts';
import { createLimits } from '../http/limits.ts';
import { createRates } from '../http/call-rates.ts';
import { WEB_FOLDER } from '../http/web-client.ts';
import type { Clock, CorrectableClock } from '../lib/clock.ts';
import { keptSecret } from '../lib/kept-secret.ts';
import { deriveKeys } from '../lib/keys.ts';
import { createKeptHashes } from '../lib/mailbox.ts';
import { keepMailboxKey } from '../database/mailbox-key.ts';
import type { Log } from '../lib/log.ts';
import { createLocalBus, type Bus } from '../realtime/bus/bus.ts';
import { connectNatsBus } from '../realtime/bus/nats-bus.ts';
import { strictEvents } from '../realtime/bus/strict-events.ts';
import { createClockCheck } from './clock-check.ts';
import { LIMITS } from './feature-limits.ts';
import { JOB_KINDS } from './job-kinds.ts';
import { createRollCall } from './roll-call.ts';
import { PACE, type Pace } from './sweep-pace.ts';

/**
 * A connection may be cut without either end noticing; a query on it would wait for a quarter of an hour. This is
 * shorter than the outbox keeps events, so that none are missed.
 */
const QUERY_TIMEOUT_MS = 30_000;
/** How recently the bus must have responded to a node for that node to count as reached. */
const CURRENT_SECONDS = 5;

export interface Surroundings {
  clock: Clock;
  log: Log;
  /** The same clock if it is the machine’s, which may be off. */
  machineClock?: CorrectableClock;
  /** Prints mails of the development mailbox to the terminal. */
  print?: (text: string) => void;
  /** Overrides how often the server does its periodic work. */
  pace?: Partial<Pace>;
  /** Overrides the safe cost of hashing a password. */
  passwordCost?: PasswordCost | undefined;
  /** Overrides the useful cost of a proof of work. */
  proofWork?: ProofWork | undefined;
  /** Whether calls are refused while the node is overloaded; by default if rates are limited. */
  shedding?: boolean;
  webFolder?: string;
  /** Overrides how push services are reached, by default over the public internet. */
  pushTransport?: PushTransport;
}

export type Engines = Awaited<ReturnType<typeof openEngines>>;

/** Opens what the features run on, as configured: database, jobs, bus, files and mail. */
export async function openEngines(config: Config, surroundings: Surroundings, undo: AsyncDisposableStack) {
  const { clock, log, print = () => {}, webFolder = WEB_FOLDER } = surroundings;
  const pace = { ...PACE, ...surroundings.pace };
  const { databaseUrl, dataDir, strict } = config;
  for (const warning of configWarnings(config)) log.warn(warning);
  const bus = await openBus(config, log, undo);
  const { db, pool } = undo.use(
    await openDatabase({ databaseUrl, dataDir, log, queryTimeoutMs: QUERY_TIMEOUT_MS, strict }),
  );
  const clockCheck = await checkClock({ pool, clock: surroundings.machineClock, log });
  const secret = config.tokenSecret ?? (await keptSecret(dataDir));
  const keys = deriveKeys(secret, config.tokenSecretPrevious);
  const jobs = createJobs({ pool, log, kinds: JOB_KINDS, pace });
  const { publish, nodes, outbox } = await openOutbox(config, { db, bus, log }, undo);
  const mailbox = createMailbox();
  const carrier = config.mailUrl
    ? smtpCarrier({ url: config.mailUrl, from: config.mailFrom, clock })
    : mailboxCarrier({ mailbox, clock, print });
  undo.defer(() => carrier.close());
  return {
    config,
    clock,
    clockCheck,
    log,
    pace,
    webFolder,
    pushTransport: surroundings.pushTransport,
    passwordCost: surroundings.passwordCost,
    shedding: surroundings.shedding ?? config.rateLimits,
    proofWork: surroundings.proofWork,
    db,
    pool,
    keys,
    ...createKeptHashes(await keepMailboxKey(db, keys)),
    jobs,
    bus,
    publish,
    outbox,
    nodes,
    rollCall: nodes && createRollCall({ bus, nodes, log }),
    work: createWork({ db, outbox, jobs }),
    rates: createRates({ pool, clock, key: keys.limits, enabled: config.rateLimits }),
    limits: createLimits({ pool, clock, key: keys.limits, table: LIMITS, enabled: config.rateLimits }),
    photoFiles: await openPhotos(config, log),
    protections: createProtections({ db, key: keys.protections, folder: path.join(dataDir, PROTECTIONS) }),
    assets: createAssets({ db, clock, folder: webFolder }),
    mailbox,
    carrier,
  };
}

async function openPhotos(config: Config, log: Log): Promise<PhotoFiles> {
  const files = await openPhotoFiles(config);
  void files.keepsRemoved().then((keeps) => {
    if (keeps)
      log.warn(
        'the bucket of PHOTOS_URL keeps versions, and with them photos that were deleted: switch that off, unless a rule of it removes old versions',
      );
  });
  return files;
}

async function checkClock(options: Parameters<typeof createClockCheck>[0]) {
  const clockCheck = createClockCheck(options);
  await clockCheck.look();
  // The caller who finds that the clock was set, perhaps in a transaction, does not wait for the look. If the database
  // is away, the next regular look follows.
  options.clock?.onSet(AsyncLocalStorage.bind(() => void clockCheck.look().catch(() => {})));
  return clockCheck;
}

/** Opens the bus, before the database is migrated: a node that cannot reach the bus does not start. */
async function openBus({ natsUrl }: Config, log: Log, undo: AsyncDisposableStack): Promise<Bus> {
  const bus = natsUrl ? await connectNatsBus({ url: natsUrl, log }) : createLocalBus();
  undo.defer(() => bus.close());
  return bus;
}

/** Opens the outbox. `nodes` is undefined if there is only one node. */
async function openOutbox(
  config: Config,
  { db, bus, log }: { db: Db; bus: Bus; log: Log },
  undo: AsyncDisposableStack,
) {
  const publish = config.strict ? strictEvents(bus.publish, log) : bus.publish;
  const nodes = config.natsUrl ? await createNodes(db) : undefined;
  const outbox = createOutbox({
    db,
    publish,
    log,
    anyHears: nodes && ((trx) => nodes.anyHears(CURRENT_SECONDS, trx)),
  });
  undo.defer(() => outbox.flush());
  return { publish, nodes, outbox };
}
