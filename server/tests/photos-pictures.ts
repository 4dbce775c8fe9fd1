import { updateUser } from '@herenow/contract/profile';
import { ok } from '@herenow/testing/encounters';
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import sharp, { type Sharp } from 'sharp';
import { onTestFinished } from 'vitest';
import { person, type Person } from '@herenow/testing/people';
import type { TestApp } from '@herenow/testing/start-app';
import { photoFiles } from '@herenow/testing/written-person';
import { openPhotoFiles } from '../src/features/photos/index.ts';

export type Colour = { r: number; g: number; b: number };
export const RED: Colour = { r: 220, g: 20, b: 20 };
export const BLUE: Colour = { r: 20, g: 20, b: 220 };

export function plain(colour: Colour, width = 300, height = 400): Sharp {
  return sharp({ create: { width, height, channels: 3, background: colour } });
}

/** Returns a picture with its left half in one colour and its right half in another. */
export function halves(left: Colour, right: Colour, width = 300, height = 400): Sharp {
  const half = { create: { width: width / 2, height, channels: 3 as const, background: right } };
  return plain(left, width, height).composite([{ input: half, left: width / 2, top: 0 }]);
}

/** Does something with each process that is started from now on until the test ends, before its channel is open. */
export function onEachProcess(act: (child: ChildProcess) => void): void {
  const heard = (message: unknown) => act((message as { process: ChildProcess }).process);
  subscribe('child_process', heard);
  onTestFinished(() => void unsubscribe('child_process', heard));
}

/** Makes a user whose profile has photos with files, written directly, since uploading takes far longer. */
export async function withPhotos(app: TestApp, name: string): Promise<Person> {
  const one = await person(app, name);
  await writeFiles(app, one);
  return one;
}

/** Writes the files of all photos of a user, which are only rows so far. */
export async function writeFiles(app: TestApp, owner: Person): Promise<void> {
  const files = await photoFiles(await small);
  const folder = await openPhotoFiles(app.config);
  const photos = app.db.selectFrom('photos').select('key').where('user_id', '=', owner.id);
  for (const { key } of await photos.execute()) await folder.put(key, files);
}
const small = plain(RED, 30, 40).jpeg().toBuffer();

export interface Part {
  field?: string;
  bytes: Buffer;
  name?: string;
  type?: string;
}

export interface UploadAnswer {
  status: number;
  text: string;
  photos: { id: string; url: string; srcset: string; thumbhash: string }[];
  headers: Headers;
}

/** Uploads pictures as a browser does. `userId` may be another user's, missing (null) or last. */
export async function upload(
  app: Pick<TestApp, 'url'>,
  person: Person,
  parts: readonly (Part | Buffer)[],
  {
    userId = person.id,
    last = false,
    signal = null,
  }: { userId?: string | null; last?: boolean; signal?: AbortSignal | null } = {},
): Promise<UploadAnswer> {
  const form = new FormData();
  if (userId !== null && !last) form.append('userId', userId);
  for (const given of parts) {
    const part: Part = Buffer.isBuffer(given) ? { bytes: given } : given;
    const { field = 'images', bytes, name = 'picture.jpg', type = 'image/jpeg' } = part;
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  }
  if (userId !== null && last) form.append('userId', userId);
  const answer = await fetch(`${app.url}/api/user/photos`, {
    method: 'POST',
    headers: person.headers,
    body: form,
    signal,
  });
  const text = await answer.text();
  const photos = answer.status === 200 ? (JSON.parse(text) as UploadAnswer['photos']) : [];
  return { status: answer.status, text, photos, headers: answer.headers };
}

export async function download(app: Pick<TestApp, 'url'>, url: string): Promise<Buffer> {
  const answer = await fetch(app.url + url);
  if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Returns the colour at a place in a picture, given as fractions of its width and height. */
export async function colourAt(picture: Buffer, x: number, y: number): Promise<Colour> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const offset = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return { r: data[offset]!, g: data[offset + 1]!, b: data[offset + 2]! };
}

export function isNear(one: Colour, other: Colour): boolean {
  return (['r', 'g', 'b'] as const).every((channel) => Math.abs(one[channel] - other[channel]) < 20);
}

/** Uploads a picture and makes it the only photo of the profile; returns its id. */
export async function show(app: TestApp, who: Person, bytes: Buffer): Promise<string> {
  const id = (await upload(app, who, [bytes])).photos.at(-1)!.id;
  ok(await who.api(updateUser, { body: { id: who.id, photos: [{ id }] } as never }));
  return id;
}
