import { isIP } from 'node:net';
import path from 'node:path';
import { findMistyped } from './lib/mistyped.ts';
import { SECRETS } from './lib/secret-files.ts';
import { StartError } from './lib/start-error.ts';
import { readStoreUrl } from './lib/store-url.ts';

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** Origin at which users reach the app, without a trailing slash. */
  publicUrl: string;
  databaseUrl: string | undefined;
  /** One address, or several separated by commas. */
  natsUrl: string | undefined;
  mailUrl: string | undefined;
  mailFrom: string;
  photosUrl: string | undefined;
  /** Undefined: made on first start and kept. */
  tokenSecret: string | undefined;
  tokenSecretPrevious: string | undefined;
  chatRetentionMs: number;
  logLevel: string;
  trustProxy: boolean | string | number;
  rateLimits: boolean;
  /** Other origins that may make calls and open sockets, besides the host itself and `publicUrl`. */
  allowedOrigins: string[];
  /** The bearer token that may read /metrics. */
  metricsToken: string | undefined;
  production: boolean;
  /** How long `/readyz` responds with 503 before the server closes, in milliseconds. */
  drainMs: number;
  /** Whether sending more than the contract names is a fault (tests and development). */
  strict: boolean;
  /** Variables that nothing reads, each with the one that is probably meant. */
  mistyped: [name: string, meant: string][];
}

/** What the commands read, and the files of secrets. */
const READ_ELSEWHERE = ['BACKUP_KEY', 'BACKUP_DAYS', ...SECRETS.map((name) => `${name}_FILE`)];

const MODES = ['production', 'development', 'test'];
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** An example of each address, for whoever must correct it. */
const LIKE = {
  PUBLIC_URL: 'https://herenow.example',
  DATABASE_URL: 'postgres://user:password@db.example/herenow',
  NATS_URL: 'nats://bus.example:4222',
  MAIL_URL: 'smtps://user:password@mail.example',
  PHOTOS_URL: 'https://KEY:SECRET@store.example/photos?region=REGION',
};
/** These need not name a server: PostgreSQL may be reached by a socket, and `s3:` names a bucket. */
const NEEDS_NO_SERVER = new Set<string>(['DATABASE_URL', 'PHOTOS_URL']);

const DEFAULT_FROM = 'Herenow <hello@herenow.example>';
/** An address, alone or behind a name. */
const FROM = /^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

const TRUSTS_ANYBODY =
  'TRUST_PROXY=true is refused in production: anybody could choose the address they count by. Set the number of proxies in front, or their addresses.';

/** Reads the environment once; throws one StartError that lists every problem found. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = [];
  const known = new Set(READ_ELSEWHERE);
  const text = (name: string) => {
    known.add(name);
    return env[name]?.trim() || undefined;
  };

  const number = (name: string, fallback: number, max: number) => {
    const value = text(name);
    if (value === undefined) return fallback;
    const parsed = Number(value);
    const whole = name !== 'PORT' || Number.isInteger(parsed);
    if (Number.isFinite(parsed) && whole && parsed >= 0 && parsed <= max) return parsed;
    problems.push(`${name} must be a number from 0 to ${max}, not "${value}".`);
    return fallback;
  };
  const url = (name: keyof typeof LIKE, protocols: string[], value = text(name)) => {
    if (value === undefined) return undefined;
    const problem = urlProblem(name, protocols, value);
    if (problem === undefined) return value;
    problems.push(`${name} ${problem}, like ${LIKE[name]}.`);
    return undefined;
  };
  const urls = (name: keyof typeof LIKE, protocols: string[]) => {
    const all = text(name)
      ?.split(',')
      .map((one) => one.trim());
    return all?.every((one) => url(name, protocols, one) !== undefined) ? all.join(',') : undefined;
  };
  const folder = (name: string, fallback: string) => {
    const value = text(name) ?? fallback;
    // A container’s --env-file keeps quotes, and only a shell knows the home: a folder of that name would be made, empty.
    if (/^["'~]/.test(value)) problems.push(`${name} must be a folder like /var/lib/herenow, not ${value}.`);
    return path.resolve(value);
  };
  const origins = (name: string) => {
    const all = (text(name) ?? '').split(',').flatMap((one) => one.trim() || []);
    const wrong = all.filter((one) => !/^https?:/.test(one) || URL.parse(one)?.origin !== one);
    if (wrong.length > 0)
      problems.push(
        `${name} must be origins like https://app.example, with commas between them, not "${wrong[0]}".`,
      );
    return all;
  };
  const oneOf = (name: string, fallback: string, values: string[]) => {
    const value = text(name) ?? fallback;
    if (values.includes(value)) return value;
    problems.push(`${name} must be one of ${values.join(', ')}, not "${value}".`);
    return fallback;
  };

  const mode = text('NODE_ENV') && oneOf('NODE_ENV', '', MODES);
  const production = mode === 'production';
  const port = number('PORT', 3000, 65_535);
  const trustProxy = readTrustProxy(text('TRUST_PROXY'));
  const config: Config = {
    port,
    host: text('HOST') ?? defaultHost(trustProxy),
    dataDir: folder('DATA_DIR', 'data'),
    publicUrl: withoutSlash(url('PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`),
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    natsUrl: urls('NATS_URL', ['nats:', 'tls:']),
    mailUrl: url('MAIL_URL', ['smtp:', 'smtps:']),
    mailFrom: text('MAIL_FROM') ?? DEFAULT_FROM,
    photosUrl: url('PHOTOS_URL', ['s3:', 'http:', 'https:']),
    tokenSecret: text('TOKEN_SECRET'),
    tokenSecretPrevious: text('TOKEN_SECRET_PREVIOUS'),
    chatRetentionMs: number('CHAT_RETENTION_HOURS', 24, 24 * 365) * 3_600_000,
    logLevel: oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
    trustProxy,
    rateLimits: oneOf('RATE_LIMITS', 'on', ['on', 'off']) === 'on',
    allowedOrigins: origins('ALLOWED_ORIGINS'),
    metricsToken: text('METRICS_TOKEN'),
    production,
    drainMs: number('DRAIN_SECONDS', text('NATS_URL') === undefined ? 0 : 5, 300) * 1000,
    strict: mode === 'development' || mode === 'test',
    mistyped: [],
  };
  config.mistyped = findMistyped(Object.keys(env), known);
  problems.push(...secretProblems(config), ...addressProblems(config), ...engineProblems(config));
  if (config.metricsToken !== undefined && !/^[\w.~+/=-]{16,}$/.test(config.metricsToken))
    problems.push('METRICS_TOKEN must have at least 16 letters, digits or any of . _ ~ + / = -');
  if (production) problems.push(...productionProblems(config));
  if (problems.length > 0)
    throw new StartError(`The configuration has problems:\n${problems.map((p) => `  - ${p}`).join('\n')}`);
  return config;
}

function productionProblems({ trustProxy, databaseUrl, tokenSecret, rateLimits, mailUrl }: Config): string[] {
  return [
    ...(trustProxy === true ? [TRUSTS_ANYBODY] : []),
    ...(databaseUrl && !tokenSecret
      ? ['TOKEN_SECRET is needed in production with DATABASE_URL, so that all nodes share it.']
      : []),
    ...(rateLimits ? [] : ['RATE_LIMITS=off is refused in production.']),
    ...(mailUrl ? [] : ['MAIL_URL is needed in production: without it no mail leaves.']),
  ];
}

/** Returns why a value is no address with one of these protocols, without its secrets; undefined if it is one. */
function urlProblem(name: string, protocols: string[], value: string): string | undefined {
  const starts = protocols.map((protocol) => `${protocol}//`);
  if (!starts.some((start) => value.toLowerCase().startsWith(start)))
    return `must be a URL that starts with ${starts.join(' or ')}`;
  const parsed = URL.parse(value);
  if (!parsed)
    return 'cannot be read as a URL; within user and password # is written as %23, / as %2F, ? as %3F and @ as %40';
  return parsed.hostname === '' && !NEEDS_NO_SERVER.has(name) ? 'must name a server' : undefined;
}

/** Returns the address without a trailing slash, or unchanged if it has more than an origin. */
function withoutSlash(address: string): string {
  const { origin, href } = new URL(address);
  return href === `${origin}/` ? origin : address;
}

function addressProblems({ publicUrl, mailFrom, trustProxy }: Config): string[] {
  return [
    ...(new URL(publicUrl).origin === publicUrl
      ? []
      : [`PUBLIC_URL must be like ${LIKE.PUBLIC_URL}, without a path, not "${publicUrl}".`]),
    ...(FROM.test(mailFrom) ? [] : [`MAIL_FROM must be like ${DEFAULT_FROM}, not "${mailFrom}".`]),
    ...(typeof trustProxy !== 'string' || trustProxy.split(',').every((one) => isProxy(one.trim()))
      ? []
      : [
          `TRUST_PROXY must be the number of proxies in front, or their addresses with commas between them, not "${trustProxy}".`,
        ]),
  ];
}

/** Only for the bus and the photo store: the clients of the others accept a stray "%". */
function engineProblems({ natsUrl, photosUrl }: Config): string[] {
  const stray = (name: string) => [`${name} holds a "%" that has to be written as "%25".`];
  if (natsUrl !== undefined && !isDecodable(natsUrl)) return stray('NATS_URL');
  if (photosUrl === undefined) return [];
  if (!isDecodable(photosUrl)) return stray('PHOTOS_URL');
  if (readStoreUrl(photosUrl)) return [];
  return [
    'PHOTOS_URL must look like https://KEY:SECRET@host/bucket?region=REGION or s3://bucket?region=REGION.',
  ];
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

/**
 * Returns whether Fastify accepts this as the address of a proxy or of a network of proxies, or as a network’s name.
 */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  if (bits === undefined || (version === 4 && isIP(bits) === 4)) return true;
  return /^[1-9]\d*$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

function secretProblems({ tokenSecret, tokenSecretPrevious }: Config): string[] {
  if (tokenSecretPrevious !== undefined && tokenSecret === undefined)
    return ['TOKEN_SECRET_PREVIOUS needs TOKEN_SECRET, the one that replaces it.'];
  const short = tokenSecret !== undefined && tokenSecret.length < 32;
  return short ? ['TOKEN_SECRET must have at least 32 characters.'] : [];
}

/** Returns settings that are seldom right. */
export function configWarnings(config: Config): string[] {
  const mistyped = config.mistyped.map(
    ([name, meant]) => `${name} is set, which nothing reads. Is ${meant} meant?`,
  );
  return [...mistyped, ...addressWarnings(config), ...nodeWarnings(config)];
}

function addressWarnings({ production, publicUrl }: Config): string[] {
  if (!production || publicUrl.startsWith('https:')) return [];
  return [
    `PUBLIC_URL is ${publicUrl}: mails lead there, and browsers tell a place at https:// alone. Set it to the ` +
      `address at which people reach the app, like ${LIKE.PUBLIC_URL}.`,
  ];
}

/** Returns what this node probably lacks if it is one of several, as a bus suggests. */
function nodeWarnings({ natsUrl, databaseUrl, photosUrl, tokenSecret, dataDir }: Config): string[] {
  if (!natsUrl) return [];
  const shared = `unless all nodes share the folder ${dataDir}`;
  return [
    ...(databaseUrl
      ? []
      : [
          'NATS_URL is set without DATABASE_URL: this node has a database of its own, and no other node sees it.',
        ]),
    ...(photosUrl
      ? []
      : [`NATS_URL is set without PHOTOS_URL: other nodes do not find the photos of this one, ${shared}.`]),
    ...(tokenSecret
      ? []
      : [`NATS_URL is set without TOKEN_SECRET: other nodes refuse who signed in here, ${shared}.`]),
  ];
}

/** Only this machine may connect if proxies are trusted by count, since their addresses are unknown. */
const defaultHost = (trustProxy: Config['trustProxy']) =>
  typeof trustProxy === 'number' && trustProxy > 0 ? '127.0.0.1' : '0.0.0.0';

/** Parses `true`, a number of hops, or addresses in Fastify’s format. */
function readTrustProxy(value: string | undefined): boolean | string | number {
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  return /^\d+$/.test(value) ? Number(value) : value;
}
