import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { readDemoConfig, type DemoConfig } from './demo-config.ts';
import { openFront } from './front.ts';
import { imaginePeople, type Character, type Position } from '@herenow/cast/characters';
import { createPortraits, type Portraits } from './portrait-files.ts';
import { openRegister } from './register.ts';
import { isFree, startServer } from './demo-server.ts';
import { createSettlers } from './settlers.ts';
import { createTown } from './town.ts';
import { visitorPages } from './visitor-pages.ts';

const BERLIN: Position = [13.405, 52.52];

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
/** Prints only the error's message, which holds no addresses or names. */
const onFault = (error: unknown) =>
  console.error(`Demo town: ${error instanceof Error ? error.message : String(error)}`);

/** Throws an error that says what uses the port if it is taken. */
async function refuseTakenPort({ port, host }: DemoConfig): Promise<void> {
  if (await isFree(port, host)) return;
  const url = `http://localhost:${port}/demo`;
  const answer = await fetch(`${url}/town`, { signal: AbortSignal.timeout(3000) }).catch(() => undefined);
  throw new Error(
    answer?.ok
      ? `The demo town is open already: ${url}\nFor a second one beside it, set PORT and DATA_DIR.`
      : `Port ${port} is taken. Set PORT to another one, as in PORT=${port + 100} npm run demo.`,
  );
}

async function drawAhead(portraits: Portraits, characters: readonly Character[]): Promise<void> {
  for (const one of characters) await portraits.take(one, 0, 1);
}

async function openTown(config: DemoConfig) {
  const began = performance.now();
  await using undo = new AsyncDisposableStack();
  const publicUrl = `http://localhost:${config.port}`;
  await refuseTakenPort(config);
  await mkdir(config.folder, { recursive: true });
  console.log('Starting the server of the demo town …');
  const characters = imaginePeople(config.people);
  const portraits = createPortraits(path.join(config.folder, 'portraits'));
  // Uses the seconds in which the server starts and mostly waits for its disk.
  void drawAhead(portraits, characters).catch(onFault);
  const server = await startServer({ publicUrl, folder: config.folder });
  undo.defer(() => server.stop());
  const register = await openRegister(config.folder);
  const settlers = createSettlers({ url: server.url, portraits, register });
  const town = createTown({
    characters,
    settlers,
    register,
    start: config.at ?? BERLIN,
    movable: config.at === undefined,
    speed: config.speed,
    onFault,
  });
  undo.defer(() => town.stop());
  const front = await openFront({
    port: config.port,
    host: config.host,
    behind: server.port,
    pages: visitorPages({
      settlers,
      fallback: () => town.centre(),
      onPosition: (position) => town.welcome(position),
      visibleCount: () => town.visibleCount(),
      faces: characters.slice(0, 6).map((one) => async () => (await portraits.take(one, 0, 1))[0]!),
    }),
    onPosition: (position) => void town.welcome(position).catch(onFault),
    onFault,
  });
  undo.defer(() => front.close());
  console.log(`The demo town is open: ${publicUrl}/demo`);
  const watch = setInterval(() => {
    if (!town.isFull()) return;
    clearInterval(watch);
    console.log(`${town.visibleCount()} people are visible after ${seconds(began)}.`);
  }, 250);
  undo.defer(() => clearInterval(watch));
  void town
    .build()
    .then(() => town.complete())
    .catch(onFault);
  return Object.assign(undo.move(), { ended: server.ended });
}

try {
  const town = await openTown(readDemoConfig(process.env));
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    await town.disposeAsync();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
  void town.ended.then(() => {
    if (!stopping) console.error('The server ended; so does the demo town.');
    return stop(1);
  });
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
