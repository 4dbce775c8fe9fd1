/** Makes pictures in a process of its own: what a hostile file takes or breaks is this process alone. */
import type { Refusal } from '@herenow/contract/refusals';
import { Refused } from '../../lib/errors.ts';
import { makePicture, type Picture } from './pictures.ts';

export type PictureAnswer = { picture: Picture } | { refusal: Refusal } | { fault: string };

/** What this process may take of memory. */
const memoryMaxBytes = Number(process.argv[2]);
/** The decoders run in threads, so that this one sees what they take. */
const LOOK_MS = 10;

async function answerTo(bytes: Uint8Array): Promise<PictureAnswer> {
  try {
    return { picture: await makePicture(Buffer.from(bytes)) };
  } catch (error) {
    if (error instanceof Refused) {
      const { code, status, message: text } = error;
      return { refusal: { code, status, text } };
    }
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', (bytes: Uint8Array) => {
  const look = setInterval(() => {
    if (process.memoryUsage.rss() > memoryMaxBytes) process.exit(1);
  }, LOOK_MS);
  void answerTo(bytes).then((answer) => {
    clearInterval(look);
    process.send!(answer);
  });
});
