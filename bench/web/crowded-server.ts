import { makeCrowdedTown, type CrowdedTown } from '@herenow/testing/crowded-town';
import { startServer } from '@herenow/testing/server-process';
import { ensureWebBuilt } from '../../scripts/web-build.ts';
import { storedPictures } from './photographs.ts';

const PICTURES = 8;

export interface Town extends CrowdedTown, AsyncDisposable {
  baseURL: string;
}

/** Starts the real server as a separate process, with this many people in the feed and messages in a chat. */
export async function startTown(size: { people: number; messages: number }): Promise<Town> {
  await ensureWebBuilt();
  const pictures = await storedPictures(PICTURES);
  await using undo = new AsyncDisposableStack();
  const server = undo.use(await startServer());
  await server.stop();
  const town = await makeCrowdedTown(server.dataDir, { ...size, pictures });
  await server.start();
  const resources = undo.move();
  return { ...town, baseURL: server.baseURL, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
