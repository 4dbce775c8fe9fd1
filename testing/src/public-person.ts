import { createUser, login, verifyCode } from '@herenow/contract/accounts';
import { HOUR_MS, type Pronouns } from '@herenow/contract/constants';
import type { OwnUser, Photo } from '@herenow/contract/entities';
import { uploadPhotos } from '@herenow/contract/photos';
import { goOnline } from '@herenow/contract/presence';
import { getUser, updateUser } from '@herenow/contract/profile';
import { setTimeout as delay } from 'node:timers/promises';
import { ADA } from '@herenow/cast/characters';
import { portraitsOf } from '@herenow/cast/portraits';
import { api, PASSWORD, type ApiAnswer, type ApiInput } from './people.ts';
import type { AnswerOf, Call } from '@herenow/contract/call';
import { claimsOf } from './claims.ts';
import { ok } from './encounters.ts';

/** A user made over the public calls of a running server, as any client would. */
export interface PublicPerson {
  id: string;
  name: string;
  email: string;
  token: string;
  /** Throws with the server's text unless the answer is a success. */
  call<C extends Call>(call: C, input?: ApiInput<C>): Promise<ApiAnswer<AnswerOf<C>>>;
  user(): Promise<OwnUser>;
}

export interface PublicPersonOptions {
  baseURL: string;
  /** Longitude and latitude. */
  at: [number, number];
  gender?: Pronouns;
  dateOfBirth?: string;
  tags?: string[];
  maxDistanceKm?: number;
  /** JPEG or PNG files; by default one of Ada’s. */
  pictures?: readonly Uint8Array[];
  email?: string;
  /** Registration step to reach; the last by default. */
  step?: 1 | 2 | 3 | 4 | 5 | 6;
}

/** Registers a user and completes the six steps; the code comes from the development mailbox. */
export async function publicPerson(name: string, options: PublicPersonOptions): Promise<PublicPerson> {
  const { baseURL, at, step, email = `${name}-${Date.now().toString(36)}@example.org` } = options;
  const location = { type: 'Point' as const, coordinates: at };
  ok(await api({ url: baseURL }, createUser, { body: { email, password: PASSWORD, location } }));
  const person = await logIn(name, { baseURL, email });
  if (step !== 1) await finishSetup(person, options);
  return person;
}

/** Signs in a user with the password of all test users. */
export async function logIn(
  name: string,
  { baseURL, email }: { baseURL: string; email: string },
): Promise<PublicPerson> {
  const app = { url: baseURL };
  const token = ok(await api(app, login, { body: { email, password: PASSWORD } })).text;
  const id = claimsOf(token).sub;
  return { id, name, email, token, ...calling({ id, token }, { baseURL }) };
}

/** The calls of somebody who has signed in, made at a server that knows their session. */
export function calling(
  { id, token }: Pick<PublicPerson, 'id' | 'token'>,
  { baseURL }: { baseURL: string },
): Pick<PublicPerson, 'call' | 'user'> {
  const call: PublicPerson['call'] = async (one, input) =>
    ok(await api({ url: baseURL }, one, { ...input, token }));
  return { call, user: async () => (await call(getUser, { params: { id } })).json as OwnUser };
}

async function finishSetup(person: PublicPerson, options: PublicPersonOptions): Promise<void> {
  const { id, name, email } = person;
  const { gender = 'They/Them', dateOfBirth = '1996-05-14', tags = ['coffee'], maxDistanceKm = 50 } = options;
  const update = (body: ApiInput<typeof updateUser>['body']) =>
    person.call(updateUser, { body: { id, ...body } });
  const steps = [
    () => update({ username: name, gender, dateOfBirth, registrationStep: 2 }),
    () => update({ myTags: tags, registrationStep: 3 }),
    () => update({ preferences: { maxDistanceKm }, registrationStep: 4 }),
    async () => {
      const pictures = options.pictures ?? (await portraitsOf(ADA, 0, 1));
      const photos = await uploadPictures(options.baseURL, person, pictures);
      return update({ photos, registrationStep: 5 });
    },
    async () => {
      const code = await mailedCode(options.baseURL, email);
      return person.call(verifyCode, { body: { userId: id, email, code } });
    },
  ];
  for (const step of steps.slice(0, (options.step ?? 6) - 1)) await step();
}

/** Goes visible for some hours. */
export async function becomeVisible(person: PublicPerson, hours = 3): Promise<void> {
  const onlineUntil = new Date(Date.now() + hours * HOUR_MS).toISOString();
  await person.call(goOnline, { body: { userId: person.id, onlineUntil } });
}

/** The latest six digits mailed to an address, under this subject. Waits for the mail, at most 20 s. */
export async function mailedCode(baseURL: string, email: string, about = /./): Promise<string> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await delay(50)) {
    const response = await fetch(`${baseURL}/dev/mailbox.json?to=${encodeURIComponent(email)}`);
    const mails = (await response.json()) as { subject: string; text: string }[];
    const code = mails
      .filter(({ subject }) => about.test(subject))
      .map(({ text }) => /\b\d{6}\b/.exec(text)?.[0])
      .find((found) => found !== undefined);
    if (code) return code;
  }
  throw new Error(`No code was mailed to ${email}.`);
}

/** Uploads files and returns the new photos, without adding them to the profile. */
export async function uploadPictures(
  baseURL: string,
  { id, token }: { id: string; token: string },
  pictures: readonly Uint8Array[],
): Promise<Photo[]> {
  const form = new FormData();
  form.set('userId', id);
  for (const picture of pictures) form.append('images', new Blob([new Uint8Array(picture)]), 'photo.jpg');
  const response = await fetch(new URL(uploadPhotos.path, baseURL), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return ((await response.json()) as Photo[]).slice(-pictures.length);
}
