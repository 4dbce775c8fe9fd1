/** The whole server as in production; most benches turn off its rate limits, which load from one address would hit. */
import { buildApp } from '../../../server/src/app.ts';
import { readConfig } from '../../../server/src/config.ts';
import { systemClock } from '../../../server/src/lib/clock.ts';
import { keepHeapLean } from '../../../server/src/lib/lean-heap.ts';
import { createLog } from '../../../server/src/lib/log.ts';
import { ready } from './ready.ts';

keepHeapLean();
const config = { ...readConfig(process.env), production: true, port: 0, host: '127.0.0.1' };
/** The certificate of the bench's push services, which run on this machine. */
const ca = process.env.BENCH_PUSH_CA;
const app = await buildApp(config, {
  clock: systemClock,
  log: createLog(config.logLevel),
  ...(ca === undefined ? {} : { pushTransport: { allowPrivate: true, ca } }),
});
ready(app.port);
