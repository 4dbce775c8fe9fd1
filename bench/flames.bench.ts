/**
 * Shows where the server spends its time while it serves feeds, takes messages and opens sockets: writes a page with a
 * flame graph of each, in the folder of the worlds. Prints no figures. `--seconds=5` of load.
 */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { sendMessage } from '@herenow/contract/chats';
import { FEED_PAGE } from '@herenow/contract/constants';
import { listFeed } from '@herenow/contract/feed';
import { numberOption } from './lib/options.ts';
import { environmentOf, openEmptyDatabase } from './live/bench-database.ts';
import { NUMBER_MARK } from './live/dialects.ts';
import { postJson } from './live/http-request.ts';
import { allAnswered, startLoad } from './live/load.ts';
import { seedPairs } from './live/pairs.ts';
import { startPeer } from './live/peer.ts';
import { BENCH_FOLDER } from './world/open-world.ts';

const PAIRS = 1000;
const WARM_UP_SECONDS = 2;
const seconds = numberOption('seconds', 5);
const folder = path.join(BENCH_FOLDER, 'flames');
const viewer = path.dirname(fileURLToPath(import.meta.resolve('speedscope/dist/release/index.html')));

await using database = await openEmptyDatabase();
const pairs = await seedPairs(database.pool, PAIRS);
await using load = startLoad();
await using peer = await startPeer('node.ts', environmentOf(database));
const { port } = peer;
const names = pairs.flatMap(({ sender, recipient }) => [sender.token, recipient.token]);
const feeds = pairs.map(({ sender: { id, token } }) =>
  postJson(listFeed.path, { userId: id, limit: FEED_PAGE }, token),
);
const sends = pairs.map(({ chatId, sender, recipient }) => {
  const content = `${NUMBER_MARK}{number} ${'x'.repeat(280)}`;
  const body = { id: '{id}', chatId, senderId: sender.id, recipientId: recipient.id, content };
  return postJson(sendMessage.path, body, sender.token);
});
const ask = (requests: string[]) => async (duration: number) => {
  const how = { connections: 32, seconds: duration, rate: undefined, pushes: false };
  allAnswered(await load.run('http', { port, requests, ...how }));
};

/** Opens the sockets of all users again and again. */
async function connectAll(duration: number): Promise<void> {
  const end = performance.now() + duration * 1000;
  while (performance.now() < end)
    await load.run('open', { dialect: 'herenow', port, names, concurrency: 64 });
}

/** Writes a profile as a script, so that the viewer can load it from the disk; returns the link to it. */
async function writePage(name: string, profile: object): Promise<string> {
  const data = Buffer.from(JSON.stringify(profile)).toString('base64');
  const file = path.join(folder, `${name}.js`);
  await writeFile(file, `speedscope.loadFileFromBase64('${name}.cpuprofile', '${data}')`);
  return `<p><a href="viewer/index.html#localProfilePath=${file}&amp;view=left-heavy">${name}</a></p>`;
}

await mkdir(folder, { recursive: true });
await cp(viewer, path.join(folder, 'viewer'), { recursive: true });
const links: string[] = [];
for (const [name, run] of [
  ['connect', connectAll],
  ['feed', ask(feeds)],
  ['send', ask(sends)],
] as const) {
  await run(WARM_UP_SECONDS);
  links.push(await writePage(name, await peer.profile(() => run(seconds))));
}
const page = path.join(folder, 'index.html');
await writeFile(page, `<!doctype html><title>Where the time goes</title>${links.join('')}`);
console.log(`Flame graphs: ${pathToFileURL(page).href}`);
