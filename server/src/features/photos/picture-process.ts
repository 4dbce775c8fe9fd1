/** Makes pictures in a separate process, so that a hostile file can exhaust or crash only this one. */
import type { Refusal } from '@herenow/contract/refusals';
import { Refused } from '../../lib/errors.ts';
import { isHeavy, makePicture, type Picture } from './pictures.ts';

/** A `light` process returns pictures that take much memory and time unmade. */
export type PictureKind = 'light' | 'heavy';

export type PictureAnswer = { picture: Picture } | { heavy: true } | { refusal: Refusal } | { fault: string };

const kind = process.argv[2] as PictureKind;
const memoryMaxBytes = Number(process.argv[3]);
/** The most processor time that a picture may take, in microseconds. */
const cpuMax = Number(process.argv[4]) * 1_000_000;
/** How often both are checked. The decoders run in other threads, so this one stays free to do so. */
const LOOK_MS = 10;

async function answerTo(bytes: Buffer): Promise<PictureAnswer> {
  try {
    if (kind === 'light' && (await isHeavy(bytes))) return { heavy: true };
    return { picture: await makePicture(bytes) };
  } catch (error) {
    if (error instanceof Refused) {
      const { code, status, message: text } = error;
      return { refusal: { code, status, text } };
    }
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', (bytes: Uint8Array<ArrayBuffer>) => {
  const before = process.cpuUsage();
  const look = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (process.memoryUsage.rss() > memoryMaxBytes || user + system > cpuMax) process.exit(1);
  }, LOOK_MS);
  void answerTo(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)).then((answer) => {
    clearInterval(look);
    process.send!(answer);
  });
});
