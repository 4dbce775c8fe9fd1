import { Session, type Profiler } from 'node:inspector/promises';

const session = new Session();

/** Starts and ends a profile of this server. */
const profiling = {
  async begin(): Promise<'begun'> {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
    return 'begun';
  },
  async end(): Promise<Profiler.Profile> {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return profile;
  },
};

/** Tells the bench where this server listens, and on demand when it has collected its garbage, or where its time goes. */
export function ready(port: number): void {
  process.send!({ port });
  process.on('message', (asked: 'collect' | keyof typeof profiling) => {
    if (asked === 'collect') {
      globalThis.gc!();
      process.send!('collected');
    } else void profiling[asked]().then((answer) => process.send!(answer));
  });
  process.on('disconnect', () => process.exit());
  // Other signals keep their meaning; an ordinary end lets a profile be written.
  process.on('SIGTERM', () => process.exit());
}
