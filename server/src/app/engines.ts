import path from 'node:path';
import { nodeWarnings, type Config } from '../config.ts';
import { openDatabase } from '../database/connect.ts';
import { createJobs } from '../database/jobs.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import { createNodes } from '../database/nodes.ts';
import { createOutbox } from '../database/outbox.ts';
import { createWork } from '../database/work.ts';
import { createAssets } from '../features/assets/index.ts';
import { createMailbox, mailboxCarrier, smtpCarrier } from '../features/mail/index.ts';
import { openPhotoFiles } from '../features/photos/index.ts';
import { createProtections, PROTECTIONS } from '../features/protections/index.ts';
import type { PasswordCost, ProofWork } from '../features/accounts/index.ts';
import type { PushTransport } from '../features/push/index.ts';
import { createLimits } from '../http/limits.ts';
import { createRates } from '../http/call-rates.ts';
import { WEB_FOLDER } from '../http/web-client.ts';
import type { Clock, CorrectableClock } from '../lib/clock.ts';
import { keptSecret } from '../lib/kept-secret.ts';
import { deriveKeys } from '../lib/keys.ts';
import { createMailboxHash } from '../lib/mailbox.ts';
import { keepMailboxKey } from '../database/mailbox-key.ts';
import type { Log } from '../lib/log.ts';
import { createLocalBus } from '../realtime/bus/bus.ts';
import { connectNatsBus } from '../realtime/bus/nats-bus.ts';
import { strictEvents } from '../realtime/bus/strict-events.ts';
import { createClockCheck } from './clock-check.ts';
import { LIMITS } from './feature-limits.ts';
import { JOB_KINDS } from './job-kinds.ts';
import { PACE, type Pace } from './sweep-pace.ts';

/**
 * A line may fall silent without a word to either end: what waits on it would wait for a quarter of an hour. Less than
 * what the outbox keeps, so that nobody has missed anything by then.
 */
const QUERY_TIMEOUT_MS = 30_000;
/** How recently the bus has to have answered a node to say that it reaches it. */
const CURRENT_SECONDS = 5;

export interface Surroundings {
  clock: Clock;
  log: Log;
  /** The clock once more where it is the machine's, which may be off. */
  machineClock?: CorrectableClock;
  /** Shows mails of the development mailbox in the terminal. */
  print?: (text: string) => void;
  /** How often the server looks after things, where it is not as often as usual. */
  pace?: Partial<Pace>;
  /** What hashing a password costs, where it is not what is safe. */
  passwordCost?: PasswordCost | undefined;
  /** How much a proof of work takes, where it is not what is useful. */
  proofWork?: ProofWork | undefined;
  /** Whether calls are refused while the node is out of breath, where that is not as rates are held. */
  shedding?: boolean;
  /** The built web client, where it is not where the build puts it. */
  webFolder?: string;
  /** How push services are reached, where it is not by the public internet. */
  pushTransport?: PushTransport;
}

export type Engines = Awaited<ReturnType<typeof openEngines>>;

/** What the features run on: database, jobs, bus, files and mail, as the configuration says. */
export async function openEngines(config: Config, surroundings: Surroundings, undo: AsyncDisposableStack) {
  const { clock, log, print = () => {}, webFolder = WEB_FOLDER } = surroundings;
  const pace = { ...PACE, ...surroundings.pace };
  const { databaseUrl, dataDir } = config;
  for (const warning of nodeWarnings(config)) log.warn(warning);
  const { db, pool } = undo.use(
    await openDatabase({ databaseUrl, dataDir, log, queryTimeoutMs: QUERY_TIMEOUT_MS }),
  );
  const clockCheck = await checkClock({ pool, clock: surroundings.machineClock, log });
  const secret = config.tokenSecret ?? (await keptSecret(dataDir, 'token-secret'));
  const keys = deriveKeys(secret, config.tokenSecretPrevious);
  const jobs = createJobs({ pool, log, kinds: JOB_KINDS, pace });
  const { bus, publish, nodes, outbox } = await openBus(config, db, log, undo);
  const mailbox = createMailbox();
  const carrier = config.mailUrl
    ? smtpCarrier({ url: config.mailUrl, from: config.mailFrom })
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
    hashMailbox: createMailboxHash(await keepMailboxKey(db, keys)),
    jobs,
    bus,
    publish,
    outbox,
    nodes,
    work: createWork({ db, outbox, jobs }),
    rates: createRates({ pool, clock, key: keys.limits, enabled: config.rateLimits }),
    limits: createLimits({ pool, key: keys.limits, table: LIMITS, enabled: config.rateLimits }),
    photoFiles: await openPhotoFiles(config),
    protections: createProtections({ db, key: keys.protections, folder: path.join(dataDir, PROTECTIONS) }),
    assets: createAssets({ db, clock, folder: webFolder }),
    mailbox,
    carrier,
  };
}

async function checkClock(options: Parameters<typeof createClockCheck>[0]) {
  const clockCheck = createClockCheck(options);
  await clockCheck.look();
  // While the database is away, the regular look follows.
  options.clock?.onSet(() => void clockCheck.look().catch(() => {}));
  return clockCheck;
}

/** Undefined `nodes`: there is but one. */
async function openBus(config: Config, db: Kysely<Database>, log: Log, undo: AsyncDisposableStack) {
  const bus = config.natsUrl ? await connectNatsBus({ url: config.natsUrl, log }) : createLocalBus();
  undo.defer(() => bus.close());
  const publish = config.strict ? strictEvents(bus.publish, log) : bus.publish;
  const nodes = config.natsUrl ? await createNodes(db) : undefined;
  const outbox = createOutbox({
    db,
    publish,
    log,
    anyHears: nodes && (() => nodes.anyHears(CURRENT_SECONDS)),
  });
  undo.defer(() => outbox.flush());
  return { bus, publish, nodes, outbox };
}
