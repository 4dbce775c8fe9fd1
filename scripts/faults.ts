import { validateToken } from '@herenow/contract/accounts';
import { listChats, sendMessage } from '@herenow/contract/chats';
import { acceptPin, pinUser } from '@herenow/contract/pins';
import { startCluster, type Engines } from '@herenow/testing/cluster';
import { cuttableLine, type CuttableLine } from '@herenow/testing/cuttable-line';
import { becomeVisible, publicPerson, type PublicPerson } from '@herenow/testing/public-person';
import { connectStomp } from '@herenow/testing/stomp-client';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ensureWebBuilt } from './web-build.ts';

/**
 * Sends 200 messages a second through HAProxy to three nodes while one thing after the other fails, and prints what
 * became of them. A message that was acknowledged and is not stored is lost; one that is stored twice is doubled. A
 * request that got no 200 failed, and is not sent again. A part of their names picks among the faults.
 */
const PAIRS = 10;
const SENDS_A_SECOND = 200;
const FAULT_MS = 20_000;
/** Before a fault, and after it. */
const CALM_MS = 3000;
const REOPEN_MS = 1000;

interface Sender {
  person: PublicPerson;
  other: PublicPerson;
  chatId: string;
}

interface Lines {
  database: CuttableLine;
  photos: CuttableLine;
  mail: CuttableLine;
}

await ensureWebBuilt();
await using lines = await openLines();
await using cluster = await startCluster(0, lines.between);
const senders = await makeSenders(cluster.baseURL);
const closes: number[] = [];
let ending = false;
for (const { person } of senders) void keepSocket(person);
await report();
ending = true;
process.exit(0);

async function openLines() {
  const stack = new AsyncDisposableStack();
  const made: Partial<Lines> & { databaseUrl?: string } = {};
  const through = async (url: string) => {
    const { host, hostname, port } = new URL(url.replace(/^\w+:/, 'http:'));
    const line = stack.use(await cuttableLine(`${hostname}:${port}`));
    return { line, url: url.replace(host, line.host) };
  };
  return {
    made,
    async between(engines: Engines): Promise<Engines> {
      const database = await through(engines.databaseUrl);
      const photos = await through(engines.photosUrl);
      const mail = await through(engines.mailUrl);
      made.database = database.line;
      made.photos = photos.line;
      made.mail = mail.line;
      made.databaseUrl = engines.databaseUrl;
      return { ...engines, databaseUrl: database.url, photosUrl: photos.url, mailUrl: mail.url };
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

async function makeSenders(baseURL: string): Promise<Sender[]> {
  const all: Sender[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const at: [number, number] = [-9.1 + pair / 5, 38.7];
    const [ada, bela] = await Promise.all([
      publicPerson('ada', { baseURL, at }),
      publicPerson('bela', { baseURL, at }),
    ]);
    await Promise.all([becomeVisible(ada), becomeVisible(bela)]);
    await ada.call(pinUser, { body: { userId: ada.id, pinnedUserId: bela.id } });
    const chats = (await bela.call(listChats, { params: { userId: bela.id } })).json as { id: string }[];
    const chatId = chats[0]!.id;
    await bela.call(acceptPin, { params: { chatId }, body: { chatId } });
    all.push({ person: ada, other: bela, chatId }, { person: bela, other: ada, chatId });
  }
  return all;
}

async function keepSocket({ token }: PublicPerson): Promise<void> {
  while (!ending) {
    const socket = await connectStomp({ url: cluster.baseURL, token }).catch(() => undefined);
    if (socket) closes.push((await socket.closed).code);
    await delay(REOPEN_MS);
  }
}

/** Sends at an even pace until the task is done and for a while after it. */
async function sendDuring(task: () => Promise<void>) {
  const acknowledged: string[] = [];
  let failed = 0;
  let sent = 0;
  const under = new Set<Promise<void>>();
  const began = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * SENDS_A_SECOND;
    for (; sent < due; sent += 1) {
      const one = sendOne(senders[sent % senders.length]!).then(
        (id) => void acknowledged.push(id),
        () => void (failed += 1),
      );
      under.add(one);
      void one.then(() => under.delete(one));
    }
  }, 5);
  await delay(CALM_MS);
  await task();
  await delay(CALM_MS);
  clearInterval(timer);
  await Promise.all(under);
  return { sent, failed, acknowledged };
}

async function sendOne({ person, other, chatId }: Sender): Promise<string> {
  const id = randomUUID();
  const body = {
    id,
    senderId: person.id,
    recipientId: other.id,
    content: id,
    chatId,
    sentAt: new Date().toISOString(),
    senderUsername: person.name,
    recipientUsername: other.name,
    deleted: false,
  };
  await person.call(sendMessage, { body });
  return id;
}

async function during(fail: () => void, mend: () => void): Promise<void> {
  fail();
  await delay(FAULT_MS);
  mend();
}

async function restart(node: number, signal: NodeJS.Signals): Promise<void> {
  await cluster.endNode(node, signal);
  await cluster.startNode(node);
}

function listFaults({ made }: typeof lines): [name: string, task: () => Promise<void>][] {
  const { database, photos, mail } = made;
  const { nats } = cluster;
  const each = (what: CuttableLine[], how: 'cut' | 'freeze' | 'mend') => () =>
    what.forEach((line) => line[how]());
  const silent = (servers: typeof nats) => () =>
    during(
      () => servers.forEach((server) => server.pause()),
      () => servers.forEach((server) => server.resume()),
    );
  return [
    ['nothing', () => delay(FAULT_MS / 2)],
    ['a node killed (-9), started again', () => restart(0, 'SIGKILL')],
    ['a node stopped (SIGTERM), started again', () => restart(1, 'SIGTERM')],
    [
      'all nodes, one after the other',
      async () => {
        for (const node of [0, 1, 2]) await restart(node, 'SIGTERM');
      },
    ],
    [
      'every connection to PostgreSQL broken',
      () => {
        database!.cut();
        database!.mend();
        return Promise.resolve();
      },
    ],
    ['PostgreSQL away, 20 s', () => during(each([database!], 'cut'), each([database!], 'mend'))],
    [
      'all three NATS servers killed, 20 s',
      async () => {
        await Promise.all(nats.map((server) => server.kill()));
        await delay(FAULT_MS);
        await Promise.all(nats.map((server) => server.restart()));
      },
    ],
    ['all three NATS servers silent, 20 s', silent(nats)],
    ['one NATS server silent, 20 s', silent(nats.slice(0, 1))],
    [
      'photo store and mail hang, 20 s',
      () => during(each([photos!, mail!], 'freeze'), each([photos!, mail!], 'mend')),
    ],
  ];
}

async function report(): Promise<void> {
  const client = new pg.Client({ connectionString: lines.made.databaseUrl });
  await client.connect();
  console.log(
    '| what fails | sent | lost | doubled | failed | sockets closed, by code |\n|---|---:|---:|---:|---:|---|',
  );
  const wanted = listFaults(lines).filter(([name]) => name.includes(process.argv[2] ?? ''));
  for (const [name, task] of wanted) {
    closes.length = 0;
    const { sent, failed, acknowledged } = await sendDuring(task);
    const { rows } = await client.query<{ content: string; times: string }>(
      'SELECT content, count(*) AS times FROM messages WHERE content = ANY($1) GROUP BY 1',
      [acknowledged],
    );
    const lost = acknowledged.length - rows.length;
    const doubled = rows.filter(({ times }) => Number(times) > 1).length;
    const codes = Object.entries(Object.groupBy(closes, String)).map(
      ([code, all]) => `${all!.length} × ${code}`,
    );
    console.log(`| ${name} | ${sent} | ${lost} | ${doubled} | ${failed} | ${codes.join(', ')} |`);
    if (lost + doubled > 0) process.exitCode = 1;
  }
  await client.end();
  const valid = await Promise.allSettled(senders.map(({ person }) => person.call(validateToken)));
  console.log(`Signed out by it: ${valid.filter(({ status }) => status === 'rejected').length}`);
}
