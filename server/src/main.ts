import { buildApp, type App } from './app.ts';
import { greeting } from './app/greeting.ts';
import { readConfig, type Config } from './config.ts';
import { correctableClock } from './lib/clock.ts';
import { keepHeapLean } from './lib/lean-heap.ts';
import { createLog } from './lib/log.ts';
import { withSecretFiles } from './lib/secret-files.ts';
import { StartError } from './lib/start-error.ts';
import { plainLine } from './lib/plain-lines.ts';

function configOrExit(): Config {
  try {
    return readConfig(withSecretFiles(process.env));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(2);
  }
}

keepHeapLean();
const config = configOrExit();
const print = (text: string) => void process.stdout.write(text);
/** In production the output is for machines: only JSON lines. */
const tell = config.production ? () => {} : print;
const atTerminal = process.stdout.isTTY && !config.production;
const log = createLog(config.logLevel, atTerminal ? { write: (line) => print(plainLine(line)) } : undefined);

/** An unhandled error ends the connection or request it came from, but not the node. */
let app: App | undefined;
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error: unknown) => {
    log.error({ err: error, event }, 'unhandled');
    app?.noteUnhandled();
  });

let stopping = false;
async function stop(signal: string): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info({ signal }, 'stopping');
  try {
    await app?.[Symbol.asyncDispose]();
  } catch (error) {
    log.error({ err: error }, 'stop failed');
    process.exit(1);
  }
  process.exit(0);
}
// Also for a start that waits: the first process of a container ignores signals without a listener.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, (name: string) => void stop(name));

try {
  tell('Starting Herenow; the first start makes its database, which takes some seconds …\n');
  const clock = correctableClock();
  app = await buildApp(config, { clock, machineClock: clock, log, print });
  log.info({ url: config.publicUrl, port: app.port }, 'ready');
  tell(greeting(config, app.port));
} catch (error) {
  // A problem that an operator can solve is printed as a sentence; anything else is logged in full.
  if (error instanceof StartError) process.stderr.write(`${error.message}\n`);
  else if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
    process.stderr.write(
      `The disk that holds ${config.dataDir} is full. Free some space and start again: nothing is lost.\n`,
    );
  else log.fatal({ err: error }, 'start failed');
  process.exit(1);
}
