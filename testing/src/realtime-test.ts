import type { TestContext } from 'vitest';
import type { RawStomp } from './raw-stomp.ts';
import { startRealtime, type RealtimeServer } from './realtime-server.ts';

type Use<T> = (value: T) => Promise<void>;

/** Fixtures for tests of the realtime room: a room, and a connected socket of ada's in it. */
export const inRealtime = {
  async realtime({ task: _task }: TestContext, use: Use<RealtimeServer>) {
    await using realtime = await startRealtime();
    await use(realtime);
  },
  client: async ({ realtime }: { realtime: RealtimeServer }, use: Use<RawStomp>) =>
    use(await realtime.connect()),
};
