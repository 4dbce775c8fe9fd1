import * as refusals from '@herenow/contract/refusals';
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { Refused } from '../../lib/errors.ts';
import type { PictureAnswer } from './picture-process.ts';
import type { Picture } from './pictures.ts';

/** Processes at a time, each with one picture. */
const MOST = 2;
/** An idle process goes after this, and what it holds of the last picture with it. */
const IDLE_MS = 10_000;
/** More than the largest picture that is allowed takes, in any format. */
const MEMORY_MAX_BYTES = 700 * 1024 * 1024;
/** Longer than the decoders' own limit. */
const PATIENCE_MS = 60_000;

export type MakePicture = (bytes: Buffer) => Promise<Picture>;

interface Maker {
  child: ChildProcess;
  idle: NodeJS.Timeout | undefined;
}

interface Waiting {
  bytes: Buffer;
  answer: PromiseWithResolvers<Picture>;
}

/**
 * Makes pictures in processes of their own, started with the first picture and gone some time after the last. One that
 * takes too much memory or time, or that breaks its process, is a picture that cannot be read.
 */
export function createPictureMakers({ memoryMaxBytes = MEMORY_MAX_BYTES } = {}): {
  make: MakePicture;
} & AsyncDisposable {
  const idle: Maker[] = [];
  const makers = new Set<Maker>();
  const waiting: Waiting[] = [];

  function start(): Maker {
    const child = fork(path.join(import.meta.dirname, 'picture-process.ts'), [String(memoryMaxBytes)], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      // Of what this process knows, it gets nothing.
      env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], MALLOC_ARENA_MAX: '2' },
    });
    const maker: Maker = { child, idle: undefined };
    makers.add(maker);
    // An error of a process that could not be started or reached; it also ends, which is where it is dealt with.
    child.on('error', () => child.kill('SIGKILL'));
    child.once('exit', () => {
      clearTimeout(maker.idle);
      makers.delete(maker);
      const at = idle.indexOf(maker);
      if (at >= 0) idle.splice(at, 1);
    });
    return maker;
  }

  function rest(maker: Maker): void {
    if (!makers.has(maker)) return;
    idle.push(maker);
    maker.idle = setTimeout(() => {
      // From now on it is nobody's to take.
      idle.splice(idle.indexOf(maker), 1);
      maker.child.kill('SIGKILL');
    }, IDLE_MS).unref();
  }

  /** What the process answers; a refusal where it ends without an answer. */
  async function ask({ child }: Maker, bytes: Buffer): Promise<Picture> {
    const { promise, resolve, reject } = Promise.withResolvers<PictureAnswer>();
    const broken = () => reject(new Refused(refusals.pictureUnreadable));
    const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS).unref();
    child.once('message', resolve).once('exit', broken);
    child.send(bytes, (error) => error && child.kill('SIGKILL'));
    try {
      const answer = await promise;
      if ('picture' in answer) return pictureOf(answer.picture);
      throw 'refusal' in answer ? new Refused(answer.refusal) : new Error(answer.fault);
    } finally {
      clearTimeout(patience);
      child.off('message', resolve).off('exit', broken);
    }
  }

  async function work(maker: Maker): Promise<void> {
    clearTimeout(maker.idle);
    for (let next = waiting.shift(); next; next = makers.has(maker) ? waiting.shift() : undefined)
      await ask(maker, next.bytes).then(next.answer.resolve, next.answer.reject);
    rest(maker);
    if (waiting.length > 0) begin();
  }

  function begin(): void {
    const maker = idle.pop() ?? (makers.size < MOST ? start() : undefined);
    if (maker) void work(maker);
  }

  return {
    make(bytes) {
      const answer = Promise.withResolvers<Picture>();
      waiting.push({ bytes, answer });
      begin();
      return answer.promise;
    },
    async [Symbol.asyncDispose]() {
      for (const { child } of makers) {
        const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
        child.kill('SIGKILL');
        await gone;
      }
    },
  };
}

/** What comes from another process holds plain arrays of bytes. */
const pictureOf = ({ files, thumbhash, likenesses }: Picture): Picture => ({
  files: new Map([...files].map(([name, bytes]) => [name, Buffer.from(bytes)])),
  thumbhash,
  likenesses,
});
