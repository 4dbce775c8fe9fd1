import * as refusals from '@herenow/contract/refusals';
import { execFile, fork, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { Refused } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import type { PictureAnswer, PictureKind } from './picture-process.ts';
import type { Picture } from './pictures.ts';

/** An idle process is ended after this time, which frees what it holds of the last picture. */
const IDLE_MS = 10_000;
/** Makes the allocator return a picture’s memory to the system. */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: String(128 * 1024),
  MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
};
/** The processor time that a picture may take. */
const CPU_MAX_SECONDS = 30;
/** How long a picture may take on a busy machine, with its wait for others. */
const PATIENCE_MS = 40_000;

interface Kind {
  /** How many processes run at a time, each with one picture. */
  most: number;
  mostWaiting: number;
  /** Lowers the priority, so that requests such as the feed come first. */
  niceness: number;
  /** On Linux, gets the processor only while nothing else wants it: the lowest priority still delays others. */
  whenIdle: boolean;
  /** The most that an allowed picture takes, plus about a tenth; docs/performance.md has the figures. */
  megabytes: number;
}
const KINDS: Record<PictureKind, Kind> = {
  light: { most: 2, mostWaiting: Infinity, niceness: 5, whenIdle: false, megabytes: 300 },
  // Uploads that wait for a heavy picture keep other uploads from running, so few may wait.
  heavy: {
    most: 1,
    mostWaiting: 4,
    niceness: constants.priority.PRIORITY_LOW,
    whenIdle: true,
    megabytes: 1150,
  },
};
const BYTES_PER_MB = 1024 * 1024;
const RETRY_SECONDS = 30;

interface MakersOptions {
  log: Pick<Log, 'warn'>;
  /** Replaces the memory limit of the kind. */
  memoryMaxBytes?: number;
  cpuMaxSeconds?: number;
  patienceMs?: number;
}

/** Throws 429 once `patience` aborts, and makes the picture no further; without it, after some time. */
export type MakePicture = (bytes: Buffer, patience?: AbortSignal) => Promise<Picture>;

interface Maker {
  child: ChildProcess;
  idle: NodeJS.Timeout | undefined;
}

interface Waiting {
  bytes: Buffer;
  patience: AbortSignal;
  answer: PromiseWithResolvers<Picture | 'heavy'>;
}

/**
 * Makes pictures in separate processes, which start with the first picture and end some time after the last. A picture
 * that takes too much memory or processor time, or crashes its process, counts as unreadable; one that a busy machine
 * does not get to in time is refused with 429. A picture that turns out to be heavy is made by another process, one at
 * a time, so that any number of them never holds up light ones. Throws 429 when too many heavy ones wait.
 */
export function createPictureMakers(options: MakersOptions): { make: MakePicture } & AsyncDisposable {
  const light = createPool('light', options);
  const heavy = createPool('heavy', options);
  const { patienceMs = PATIENCE_MS } = options;
  return {
    async make(bytes, patience = AbortSignal.timeout(patienceMs)) {
      const made = await light.make(bytes, patience);
      return (made === 'heavy' ? await heavy.make(bytes, patience) : made) as Picture;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([light.close(), heavy.close()]);
    },
  };
}

function createPool(kind: PictureKind, options: MakersOptions) {
  const { most, mostWaiting, megabytes } = KINDS[kind];
  const { log, memoryMaxBytes = megabytes * BYTES_PER_MB } = options;
  const { cpuMaxSeconds = CPU_MAX_SECONDS } = options;
  const idle: Maker[] = [];
  const makers = new Set<Maker>();
  const waiting: Waiting[] = [];

  /** Returns undefined if the system cannot start another process. */
  function start(): Maker | undefined {
    const child = startProcess(log, [kind, String(memoryMaxBytes), String(cpuMaxSeconds)]);
    if (!child) return undefined;
    const maker: Maker = { child, idle: undefined };
    makers.add(maker);
    leaveRoom(child, KINDS[kind]);
    // Kills a process that cannot be reached; its `exit` handler does the rest.
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
      // From now on no picture can be given to it.
      idle.splice(idle.indexOf(maker), 1);
      maker.child.kill('SIGKILL');
    }, IDLE_MS).unref();
  }

  async function work(maker: Maker): Promise<void> {
    clearTimeout(maker.idle);
    for (let next = waiting.shift(); next; next = makers.has(maker) ? waiting.shift() : undefined)
      await ask(maker, next).then(next.answer.resolve, next.answer.reject);
    rest(maker);
    if (waiting.length > 0) begin();
  }

  function begin(): void {
    const maker = idle.pop() ?? (makers.size < most ? start() : undefined);
    if (maker) void work(maker);
    else if (makers.size === 0) for (const { answer } of waiting.splice(0)) answer.reject(busy());
  }

  return {
    async make(bytes: Buffer, patience: AbortSignal): Promise<Picture | 'heavy'> {
      if (patience.aborted || waiting.length >= mostWaiting) throw busy();
      const answer = Promise.withResolvers<Picture | 'heavy'>();
      const own: Waiting = { bytes, patience, answer };
      const leave = () => {
        const at = waiting.indexOf(own);
        if (at < 0) return;
        waiting.splice(at, 1);
        answer.reject(busy());
      };
      patience.addEventListener('abort', leave);
      waiting.push(own);
      begin();
      try {
        return await answer.promise;
      } finally {
        patience.removeEventListener('abort', leave);
      }
    },
    async close(): Promise<void> {
      for (const { child } of makers) {
        const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
        child.kill('SIGKILL');
        await gone;
      }
    },
  };
}

const busy = () => new Refused(refusals.uploadsBusy, { retryAfter: RETRY_SECONDS });

/** Returns undefined if the process could not be started; then no `exit` event follows. */
function startProcess(log: MakersOptions['log'], options: string[]) {
  const failed = (error: unknown) => log.warn({ err: error }, 'picture process failed');
  try {
    const child = fork(path.join(import.meta.dirname, 'picture-process.ts'), options, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      // It gets none of the secrets in this process’s environment.
      env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...ALLOCATOR },
    });
    child.on('error', failed);
    return child.pid === undefined ? undefined : child;
  } catch (error) {
    failed(error);
    return undefined;
  }
}

/**
 * Returns the result of the process. If the process ends without one, the picture is to blame, unless it was killed
 * because it got too little of the processor, or because the system ran out of memory.
 */
async function ask({ child }: Maker, { bytes, patience }: Waiting): Promise<Picture | 'heavy'> {
  const { promise, resolve, reject } = Promise.withResolvers<PictureAnswer>();
  const ended = (_code: number | null, signal: NodeJS.Signals | null) =>
    reject(signal === 'SIGKILL' ? busy() : new Refused(refusals.pictureUnreadable));
  const kill = () => child.kill('SIGKILL');
  patience.addEventListener('abort', kill);
  child.once('message', resolve).once('exit', ended);
  child.send(bytes, (error) => error && kill());
  try {
    const answer = await promise;
    if ('heavy' in answer) return 'heavy';
    if ('picture' in answer) return pictureOf(answer.picture);
    throw 'refusal' in answer ? new Refused(answer.refusal) : new Error(answer.fault);
  } finally {
    patience.removeEventListener('abort', kill);
    child.off('message', resolve).off('exit', ended);
  }
}

/**
 * Must run right after the start, since threads inherit the priority of what starts them. If memory runs out, Linux
 * kills this process first.
 */
function leaveRoom({ pid }: ChildProcess, { niceness, whenIdle }: Kind): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, niceness);
    if (process.platform !== 'linux') return;
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
    // Node has no call for this, and a system without the program keeps the priority.
    if (whenIdle) execFile('chrt', ['--all-tasks', '--idle', '--pid', '0', String(pid)], () => {});
  } catch {
    // The process has ended, or the system does not allow this: pictures are made anyway.
  }
}

/** Converts a picture from another process, which holds plain byte arrays. */
const pictureOf = ({ files, thumbhash, likenesses }: Picture): Picture => ({
  files: new Map([...files].map(([name, bytes]) => [name, Buffer.from(bytes)])),
  thumbhash,
  likenesses,
});
