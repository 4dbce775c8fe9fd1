import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPictureMakers } from '../src/features/photos/index.ts';
import { createLog } from '../src/lib/log.ts';
import { onEachProcess, plain, RED } from './photos-pictures.ts';

/** As in sched.h. */
const SCHED_IDLE = 5;
const log = createLog('silent');
const picture = await plain(RED, 30, 40).jpeg().toBuffer();

test('slow pictures leave room for others', async () => {
  await using makers = createPictureMakers({ log });
  const heavy = await plain(RED, 2000, 1500).avif({ effort: 0, quality: 1 }).toBuffer();
  const done: string[] = [];
  const make = async (name: string, bytes: Buffer) => {
    await makers.make(bytes);
    done.push(name);
  };
  await Promise.all([...[1, 2, 3].map((n) => make(`heavy ${n}`, heavy)), make('light', picture)]);
  // One of the three may finish first: they are processed one at a time, beside the others.
  expect(done.slice(0, 2)).toContain('light');
  expect(done).toHaveLength(4);
});

test('a picture that takes too much memory is refused, and the next gets a new process', async () => {
  await using small = createPictureMakers({ log, memoryMaxBytes: 1 });
  for (let time = 0; time < 3; time += 1)
    await expect(small.make(picture)).rejects.toMatchObject({ status: 400, code: 'picture-unreadable' });
  await using makers = createPictureMakers({ log });
  const made = await Promise.all([makers.make(picture), makers.make(picture), makers.make(picture)]);
  for (const { files } of made) expect([...files.keys()]).toContain('1080.jpg');
  for (const text of ['no picture', ''])
    await expect(makers.make(Buffer.from(text))).rejects.toMatchObject({ code: 'picture-unreadable' });
});

/** Returns the processes that are started from now on until the test ends. */
function startedProcesses(): readonly ChildProcess[] {
  const started: ChildProcess[] = [];
  onEachProcess((child) => void started.push(child));
  return started;
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

test.runIf(process.platform === 'linux')(
  'heavy pictures take the processor only while nothing else wants it',
  async () => {
    const started = startedProcesses();
    await using makers = createPictureMakers({ log });
    await makers.make(await plain(RED, 2000, 1500).avif({ effort: 0, quality: 1 }).toBuffer());
    const makerOf = (kind: string) => started.find(({ spawnargs }) => spawnargs.includes(kind))!.pid!;
    expect(new Set(await policiesOf(makerOf('heavy')))).toEqual(new Set([SCHED_IDLE]));
    expect(await policiesOf(makerOf('light'))).not.toContain(SCHED_IDLE);
  },
);

/** Returns how Linux schedules each thread of a process. */
async function policiesOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`);
  return Promise.all(
    threads.map(async (thread) => {
      const stats = await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8');
      // The name may contain blanks and brackets; the policy is the 39th value after it.
      return Number(stats.slice(stats.lastIndexOf(')') + 2).split(' ')[38]);
    }),
  );
}

test('a process that ends while idle loses no picture', async () => {
  const started = startedProcesses();
  await using makers = createPictureMakers({ log });
  await makers.make(picture);
  for (const child of started) await end(child);
  expect(started).toHaveLength(1);
  const { files } = await makers.make(picture);
  expect([...files.keys()]).toContain('1080.jpg');
  expect(started).toHaveLength(2);
});

const BUSY = { status: 429, code: 'uploads-busy' };

test('pictures whose processes are killed may be retried, and waiting ones are made', async () => {
  const started = startedProcesses();
  await using makers = createPictureMakers({ log });
  const [first, second, ...others] = Array.from({ length: 4 }, () => makers.make(picture));
  await Promise.all([
    ...started.map(end),
    ...[first, second].map((one) => expect(one).rejects.toMatchObject(BUSY)),
  ]);
  for (const { files } of await Promise.all(others)) expect([...files.keys()]).toContain('1080.jpg');
});

test('a picture that takes too much processor time is refused; waiting does not count', async () => {
  await using greedy = createPictureMakers({ log, cpuMaxSeconds: 0.001 });
  const large = await plain(RED, 4000, 3000).jpeg().toBuffer();
  await expect(greedy.make(large)).rejects.toMatchObject({ status: 400, code: 'picture-unreadable' });
});

test('a picture that a busy machine does not get to may be retried', async () => {
  const started = startedProcesses();
  await using makers = createPictureMakers({ log, patienceMs: 300 });
  const made = makers.make(picture);
  started[0]!.kill('SIGSTOP');
  await expect(made).rejects.toMatchObject(BUSY);
});

test('an upload that gives up stops its picture, also one that waits, and delays no other', async () => {
  const started = startedProcesses();
  await using makers = createPictureMakers({ log });
  const [begun, waiting] = [new AbortController(), new AbortController()];
  const both = [makers.make(picture, begun.signal), makers.make(picture, begun.signal)];
  for (const child of started) child.kill('SIGSTOP');
  const [third, fourth] = [makers.make(picture, waiting.signal), makers.make(picture)];
  waiting.abort();
  await expect(third).rejects.toMatchObject(BUSY);
  expect(started.map(({ signalCode }) => signalCode)).toEqual([null, null]);
  begun.abort();
  for (const one of both) await expect(one).rejects.toMatchObject(BUSY);
  expect((await fourth).files.size).toBeGreaterThan(0);
  await expect(makers.make(picture, begun.signal)).rejects.toMatchObject(BUSY);
});

test('while no process can be started, pictures are refused, and later made', async () => {
  await using makers = createPictureMakers({ log });
  const { execPath } = process;
  // When the system has no resources for another process, the same event is emitted.
  process.execPath = path.join(import.meta.dirname, 'no-such-program');
  onTestFinished(() => void (process.execPath = execPath));
  for (let time = 0; time < 2; time += 1)
    await Promise.all([1, 2, 3].map(() => expect(makers.make(picture)).rejects.toMatchObject(BUSY)));
  process.execPath = execPath;
  const made = await Promise.all([1, 2, 3].map(() => makers.make(picture)));
  for (const { files } of made) expect([...files.keys()]).toContain('1080.jpg');
});
