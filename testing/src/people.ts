import type { AnswerOf, BodyInput, Call, ParamsOf, QueryInput } from '@herenow/contract/call';
import { MAX_DISTANCE_KM, STEP, type Pronouns } from '@herenow/contract/constants';
import { hash } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { DEFAULT_NOTIFICATION_SETTINGS } from '@herenow/contract/entities';
import { snapToCell } from '../../server/src/lib/cells.ts';
import type { Clock } from '../../server/src/lib/clock.ts';
import { newId } from '../../server/src/lib/ids.ts';
import type { TestApp } from './start-app.ts';

/** The password of every person of `person()`. */
export const PASSWORD = 'Herenow-2026';
/** The cheapest parameters: most tests that sign in are not about hashing. */
export const PASSWORD_COST = { memoryCost: 64, timeCost: 1 };
const passwordHash = hash(PASSWORD, PASSWORD_COST);

/** Longitude and latitude of the centre of Berlin. */
export const BERLIN: [number, number] = [13.405, 52.52];

export interface ApiAnswer<Json = unknown> {
  status: number;
  text: string;
  /** The body if it is JSON, else undefined; has the contract's type only if the call succeeded. */
  json: Json;
  headers: Headers;
}

export interface ApiInput<C extends Call> {
  body?: BodyInput<C>;
  params?: ParamsOf<C>;
  query?: QueryInput<C>;
}

export interface Person {
  id: string;
  name: string;
  email: string;
  token: string;
  /** For requests made by hand. */
  headers: { authorization: string };
  api<C extends Call>(call: C, input?: ApiInput<C>): Promise<ApiAnswer<AnswerOf<C>>>;
}

export interface PersonOptions {
  /** Longitude and latitude. */
  at?: [number, number];
  /** Registration step; 6 is finished. */
  step?: 1 | 2 | 3 | 4 | 5 | 6;
  gender?: Pronouns;
  dateOfBirth?: string;
  tags?: string[];
  maxDistanceKm?: number;
  /** Number of photos in the profile; rows only, without files. */
  photos?: number;
  email?: string;
}

/** Makes a request and reads the whole answer. */
export type Ask = (
  url: URL,
  request: { method: string; headers: Record<string, string>; body?: string },
) => Promise<{ status: number; text: string; headers: Headers }>;

/** The server to call; `ask` replaces HTTP. */
type Served = Pick<TestApp, 'url'> & { ask?: Ask };
type Server = Served & Pick<TestApp, 'db' | 'work' | 'accounts'> & { clock: Clock };

/** Makes a registered and signed-in user: `const ada = await person(app, 'ada', { at: [13.4, 52.5] })`. */
export async function person(app: Server, name: string, options: PersonOptions = {}): Promise<Person> {
  const one = newcomer(name, options.email);
  await insertPerson(app, one, options);
  const { token } = await app.work((tx) => app.accounts.sessions.open(tx, one.id, { userAgent: 'test' }));
  return withToken(app, one, token);
}

/** One user per name: `const [ada, bela] = await people(app, 'ada', 'bela')`. */
export function people<const Names extends readonly string[]>(
  app: Server,
  ...names: Names
): Promise<{ -readonly [At in keyof Names]: Person }> {
  return Promise.all(names.map((name) => person(app, name))) as Promise<never>;
}

/** Users at one place with a third of the statements, for tests with thousands of people. */
export async function manyPeople(app: Server, names: readonly string[], at: [number, number]) {
  const all = names.map((name) => newcomer(name));
  const hash = await passwordHash;
  const rows = all.map((one) => userRow({ ...one, passwordHash: hash }, { at }, app.clock.now()));
  await app.db.insertInto('users').values(rows).execute();
  await insertPhotos(
    app,
    all.map(({ id }) => id),
    1,
  );
  return await app.work(async (tx) => {
    const signedIn: Person[] = [];
    for (const one of all) {
      const { token } = await app.accounts.sessions.open(tx, one.id, { userAgent: 'test' });
      signedIn.push(withToken(app, one, token));
    }
    return signedIn;
  });
}

function newcomer(name: string, email?: string) {
  const id = newId();
  return { id, name, email: email ?? `${name}-${id.slice(-12)}@example.org` };
}

/** A user who is signed in with this token. */
export const withToken = (app: Served, one: ReturnType<typeof newcomer>, token: string): Person => ({
  ...one,
  token,
  headers: { authorization: `Bearer ${token}` },
  api: (call, input) => api(app, call, { ...input, token }),
});

/** Inserts a user with the password of all test users; returns the keys of the photos, which have no files. */
export async function insertPerson(
  app: Pick<Server, 'db' | 'clock'>,
  { id, email, name }: { id: string; email: string; name: string },
  options: PersonOptions,
): Promise<string[]> {
  const hash = await passwordHash;
  await app.db
    .insertInto('users')
    .values(userRow({ id, email, name, passwordHash: hash }, options, app.clock.now()))
    .execute();
  const photos = (options.step ?? STEP.verified) >= STEP.photos ? 1 : 0;
  return await insertPhotos(app, [id], options.photos ?? photos);
}

/** Returns the row of a user at registration step `options.step`, with defaults for what is not given. */
export function userRow(
  { id, email, name, passwordHash }: { id: string; email: string; name: string; passwordHash: string },
  options: PersonOptions,
  now: Date,
) {
  const step = options.step ?? STEP.verified;
  const from = <T>(reached: number, value: T) => (step >= reached ? value : undefined);
  return {
    id,
    email,
    password_hash: passwordHash,
    username: name,
    cell: snapToCell({ type: 'Point', coordinates: options.at ?? BERLIN }),
    gender: options.gender ?? from(STEP.profile, 'They/Them' as const),
    date_of_birth: options.dateOfBirth ?? from(STEP.profile, '1996-05-14'),
    my_tags: options.tags ?? from(STEP.ideas, ['coffee']) ?? [],
    max_distance_km: options.maxDistanceKm ?? from(STEP.distance, MAX_DISTANCE_KM),
    registration_step: step,
    email_validated: step === STEP.verified,
    notification_settings: JSON.stringify(DEFAULT_NOTIFICATION_SETTINGS),
    created_at: now,
    updated_at: now,
    last_active_at: now,
  };
}

/** Inserts the same number of photos for each of these people. */
async function insertPhotos(
  app: Pick<Server, 'db' | 'clock'>,
  userIds: readonly string[],
  count: number,
): Promise<string[]> {
  if (count === 0) return [];
  const rows = userIds.flatMap((userId) =>
    Array.from({ length: count }, (_, position) => ({
      id: newId(),
      user_id: userId,
      key: randomBytes(18).toString('base64url'),
      thumbhash: 'YJqGPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw==',
      position,
      created_at: app.clock.now(),
    })),
  );
  await app.db.insertInto('photos').values(rows).execute();
  return rows.map(({ key }) => key);
}

/** Makes a call without a token, as a visitor, or with any token. */
export async function api<C extends Call>(
  { url: origin, ask = byHttp }: Served,
  call: C,
  { body, params, query, token, headers }: ApiInput<C> & { token?: string; headers?: Record<string, string> },
): Promise<ApiAnswer<AnswerOf<C>>> {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string>)[name]!),
  );
  const url = new URL(path, origin);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value));
  const answer = await ask(url, {
    method: call.method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { ...answer, json: (isJson ? JSON.parse(answer.text) : undefined) as AnswerOf<C> };
}

export const byHttp: Ask = async (url, request) => {
  const response = await fetch(url, request);
  return { status: response.status, text: await response.text(), headers: response.headers };
};
