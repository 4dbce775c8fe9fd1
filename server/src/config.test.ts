import { DAY_MS } from '@herenow/contract/constants';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

/** What a node in production needs. */
const PRODUCTION = { NODE_ENV: 'production', MAIL_URL: 'smtps://mail.example.org' };

test('without an environment everything has its default', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '0.0.0.0',
    dataDir: path.resolve('data'),
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    natsUrl: undefined,
    allowedOrigins: [],
    drainMs: 0,
    mailUrl: undefined,
    mailFrom: 'Herenow <hello@herenow.example>',
    photosUrl: undefined,
    tokenSecret: undefined,
    chatRetentionMs: DAY_MS,
    logLevel: 'info',
    trustProxy: false,
    rateLimits: true,
    metricsToken: undefined,
    production: false,
    strict: false,
    mistyped: [],
  });
});

describe('what is set is read', () => {
  test.each<[NodeJS.ProcessEnv, object]>([
    [{ PORT: '8080' }, { port: 8080, publicUrl: 'http://localhost:8080' }],
    [{ PUBLIC_URL: 'https://herenow.example/' }, { publicUrl: 'https://herenow.example' }],
    [{ PUBLIC_URL: 'https://Herenow.Example:443' }, { publicUrl: 'https://herenow.example' }],
    [{ DATABASE_URL: 'postgresql://db/herenow' }, { databaseUrl: 'postgresql://db/herenow' }],
    [
      { DATABASE_URL: 'postgres:///herenow?host=/run/postgresql' },
      { databaseUrl: 'postgres:///herenow?host=/run/postgresql' },
    ],
    [{ NATS_URL: 'tls://nats' }, { natsUrl: 'tls://nats', drainMs: 5000 }],
    [
      { NATS_URL: 'nats://a, nats://b:4223', DRAIN_SECONDS: '2' },
      { natsUrl: 'nats://a,nats://b:4223', drainMs: 2000 },
    ],
    [{ PHOTOS_URL: 's3://photos' }, { photosUrl: 's3://photos' }],
    [
      { ALLOWED_ORIGINS: 'https://app.example, http://localhost:5173' },
      { allowedOrigins: ['https://app.example', 'http://localhost:5173'] },
    ],
    [{ MAIL_FROM: 'hello@town.example' }, { mailFrom: 'hello@town.example' }],
    [{ TRUST_PROXY: 'loopback, 10.0.0.0/8, fd00::1' }, { trustProxy: 'loopback, 10.0.0.0/8, fd00::1' }],
    [{ CHAT_RETENTION_HOURS: '0.5' }, { chatRetentionMs: 1_800_000 }],
    [{ RATE_LIMITS: 'off' }, { rateLimits: false }],
    [{ NODE_ENV: 'development' }, { production: false, strict: true }],
    [
      { PORT: ' ', DATABASE_URL: '' },
      { port: 3000, databaseUrl: undefined },
    ],
    [{ TRUST_PROXY: 'true' }, { trustProxy: true }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2, host: '127.0.0.1' }],
    [{ TRUST_PROXY: '0' }, { trustProxy: 0, host: '0.0.0.0' }],
    [{ TRUST_PROXY: '10.0.0.0/8' }, { trustProxy: '10.0.0.0/8' }],
    [
      // As a file with the line ends of Windows has it.
      { ...PRODUCTION, NODE_ENV: 'production\r' },
      { production: true },
    ],
    [PRODUCTION, { production: true, mailUrl: 'smtps://mail.example.org' }],
  ])('%j', (env, found) => {
    expect(readConfig(env)).toMatchObject(found);
  });
});

describe('what cannot be is refused with a sentence', () => {
  test.each<[NodeJS.ProcessEnv, string]>([
    [{ PORT: 'http' }, 'PORT must be a number from 0 to 65535, not "http".'],
    [{ DATA_DIR: '"/data"' }, 'DATA_DIR must be a folder like /var/lib/herenow, not "/data".'],
    [{ DATA_DIR: '~/data' }, 'DATA_DIR must be a folder like /var/lib/herenow, not ~/data.'],
    [{ PORT: '3000.5' }, 'PORT must be a number from 0 to 65535, not "3000.5".'],
    [{ PORT: '65536' }, 'PORT must be a number from 0 to 65535, not "65536".'],
    [{ CHAT_RETENTION_HOURS: '-1' }, 'CHAT_RETENTION_HOURS must be a number from 0 to 8760, not "-1".'],
    [
      { PUBLIC_URL: 'herenow' },
      'PUBLIC_URL must be a URL that starts with http:// or https://, like https://herenow.example.',
    ],
    [
      { PUBLIC_URL: 'https://ada@herenow.example' },
      'PUBLIC_URL must be like https://herenow.example, without a path, not "https://ada@herenow.example".',
    ],
    [
      { PUBLIC_URL: 'https://herenow.example/app' },
      'PUBLIC_URL must be like https://herenow.example, without a path, not "https://herenow.example/app".',
    ],
    [{ MAIL_FROM: 'Herenow' }, 'MAIL_FROM must be like Herenow <hello@herenow.example>, not "Herenow".'],
    ...['proxy', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.1, proxy', '::1/129'].map(
      (proxies): [NodeJS.ProcessEnv, string] => [
        { TRUST_PROXY: proxies },
        `TRUST_PROXY must be the number of proxies in front, or their addresses with commas between them, not "${proxies}".`,
      ],
    ),
    [
      { DATABASE_URL: 'mysql://db' },
      'DATABASE_URL must be a URL that starts with postgres:// or postgresql://, like postgres://user:password@db.example/herenow.',
    ],
    [
      { ALLOWED_ORIGINS: 'https://app.example/' },
      'ALLOWED_ORIGINS must be origins like https://app.example, with commas between them, not "https://app.example/".',
    ],
    [
      { DATABASE_URL: 'postgres://ada:half#secret@db.example/herenow' },
      'DATABASE_URL cannot be read as a URL; within user and password # is written as %23, / as %2F, ? as %3F and @ as %40, like postgres://user:password@db.example/herenow.',
    ],
    [
      { ALLOWED_ORIGINS: 'https://app.example, wss://app.example' },
      'ALLOWED_ORIGINS must be origins like https://app.example, with commas between them, not "wss://app.example".',
    ],
    [
      { NATS_URL: 'http://nats' },
      'NATS_URL must be a URL that starts with nats:// or tls://, like nats://bus.example:4222.',
    ],
    [{ NATS_URL: 'nats://a, nats://' }, 'NATS_URL must name a server, like nats://bus.example:4222.'],
    [
      { MAIL_URL: 'mail' },
      'MAIL_URL must be a URL that starts with smtp:// or smtps://, like smtps://user:password@mail.example.',
    ],
    ...['smtp://', 'smtps:///', 'smtp://?requireTLS=true'].map((mailUrl): [NodeJS.ProcessEnv, string] => [
      { MAIL_URL: mailUrl },
      'MAIL_URL must name a server, like smtps://user:password@mail.example.',
    ]),
    [{ NODE_ENV: 'Production' }, 'NODE_ENV must be one of production, development, test, not "Production".'],
    [
      { PHOTOS_URL: 'https://K:S@store.example' },
      'PHOTOS_URL must look like https://KEY:SECRET@host/bucket?region=REGION or s3://bucket?region=REGION.',
    ],
    [
      { NATS_URL: 'nats://a, nats://ada:100%pure@b' },
      'NATS_URL holds a "%" that has to be written as "%25".',
    ],
    [
      { PHOTOS_URL: 'https://K:100%pure@store.example/photos' },
      'PHOTOS_URL holds a "%" that has to be written as "%25".',
    ],
    [
      { PHOTOS_URL: 'photos' },
      'PHOTOS_URL must be a URL that starts with s3:// or http:// or https://, like https://KEY:SECRET@store.example/photos?region=REGION.',
    ],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
    ],
    [{ RATE_LIMITS: 'no' }, 'RATE_LIMITS must be one of on, off, not "no".'],
    [{ TOKEN_SECRET: 'short' }, 'TOKEN_SECRET must have at least 32 characters.'],
    [{ METRICS_TOKEN: 'a b' }, 'METRICS_TOKEN must have at least 16 letters, digits or any of . _ ~ + / = -'],
    [{ NODE_ENV: 'production' }, 'MAIL_URL is needed in production: without it no mail leaves.'],
    [{ ...PRODUCTION, RATE_LIMITS: 'off' }, 'RATE_LIMITS=off is refused in production.'],
    [
      { ...PRODUCTION, TRUST_PROXY: 'true' },
      'TRUST_PROXY=true is refused in production: anybody could choose the address they count by. Set the number of proxies in front, or their addresses.',
    ],
    [
      { ...PRODUCTION, DATABASE_URL: 'postgres://db/herenow' },
      'TOKEN_SECRET is needed in production with DATABASE_URL, so that all nodes share it.',
    ],
  ])('%j', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(`The configuration has problems:\n  - ${sentence}`);
  });

  test('every problem at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y', MAIL_URL: 'z' })).toThrow(
      /- PORT must .*\n {2}- MAIL_URL must .*\n {2}- LOG_LEVEL must /,
    );
  });

  test('a secret is not repeated', () => {
    expect(() => readConfig({ TOKEN_SECRET: 'short-secret', DATABASE_URL: 'ada:secret@db' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret@') }),
    );
  });
});
