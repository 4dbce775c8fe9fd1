import { buildApp } from './app.ts';
import { readConfig, type Config } from './config.ts';
import { systemClock } from './lib/clock.ts';
import { createLog } from './lib/log.ts';

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(2);
  }
}

const config = configOrExit();
const log = createLog(config.logLevel);

try {
  const app = await buildApp(config, {
    clock: systemClock,
    log,
    print: (text) => void process.stdout.write(text),
  });
  log.info({ url: config.publicUrl, port: app.port }, 'ready');
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    await app[Symbol.asyncDispose]();
    process.exit(0);
  };
  process.on('SIGINT', (signal) => void stop(signal));
  process.on('SIGTERM', (signal) => void stop(signal));
} catch (error) {
  // What a person can mend is told as a sentence; anything else is logged whole.
  if (error instanceof Error && error.name === 'StartError') process.stderr.write(`${error.message}\n`);
  else log.fatal({ err: error }, 'start failed');
  process.exit(1);
}
