import { Session, type Profiler } from 'node:inspector/promises';

const session = new Session();

/** Starts a CPU profile of this server, and ends it. */
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

/** Sends this server's port to the bench; on request, collects garbage or starts or ends a profile, and replies. */
export function ready(port: number): void {
  process.send!({ port });
  process.on('message', (asked: 'collect' | keyof typeof profiling) => {
    if (asked === 'collect') {
      globalThis.gc!();
      process.send!('collected');
    } else void profiling[asked]().then((answer) => process.send!(answer));
  });
  process.on('disconnect', () => process.exit());
}
