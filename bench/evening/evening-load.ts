/** The load's side of an evening out: people do what the model says, at random times. */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '@herenow/cast/random';
import type { Message } from '@herenow/contract/entities';
import type { Notification, QueueName } from '@herenow/contract/queue';
import { numberIn } from '../live/live-load.ts';
import type { EveningOutcome, LoadCommands } from '../live/load-protocol.ts';
import { atRandom, paced, within } from '../live/pacing.ts';
import { createActs, type Scene } from './acts.ts';
import { failed, newTally, openAsking } from './asking.ts';
import { actAt, actsASecond, COMES, FOLLOWS, LOOKS } from './model.ts';
import { beat, connect, disconnect, revellersOf, tell, together, type Reveller } from './people.ts';

type Commands = 'invite' | 'gather' | 'spend';
type Evening = { [C in Commands]: (input: LoadCommands[C]['input']) => Promise<LoadCommands[C]['output']> };

const DRAIN_SECONDS = 5;
const AWAY_MS = 1000;
/** Clients spread their requests after an event over this time. */
const SPREAD_SECONDS = [0, 0.5] as const;

export function createEvening(): Evening {
  const random = createRandom(1);
  let everyone: Reveller[] = [];
  let present: Reveller[] = [];
  let ports: number[] = [];
  let tally = newTally();
  let acting: ReturnType<typeof createActs>;
  let asking: Scene['asking'];
  const expected = new Map<number, Reveller>();
  const gone: Reveller[] = [];

  /** Runs an act; counts its failure instead of throwing. */
  function attempt(task: () => unknown): void {
    void Promise.resolve()
      .then(task)
      .catch((error: unknown) => failed(tally, String(error)));
  }
  const later: Scene['later'] = ([least, most], task) =>
    void setTimeout(() => attempt(task), random.between(least, most) * 1000);

  function hear(one: Reveller, queue: QueueName, frame: string): void {
    const body = () =>
      JSON.parse(frame.slice(frame.indexOf('\n\n') + 2, frame.lastIndexOf('}') + 1)) as unknown;
    if (queue === 'messages') hearMessage(one, frame, body);
    else if (queue === 'notifications') {
      const { type, chatId } = body() as Notification;
      if (type === 'PIN_REQUEST') later(FOLLOWS.answersAfter, () => acting.answer(one, chatId));
    } else if (queue === 'nearby' && !one.asking) {
      one.asking = true;
      later(SPREAD_SECONDS, async () => {
        one.asking = false;
        await acting.changes(one);
      });
    }
  }

  function hearMessage(one: Reveller, frame: string, body: () => unknown): void {
    const number = numberIn(Buffer.from(frame, 'latin1'));
    if (expected.get(number) !== one) return;
    expected.delete(number);
    tally.screen.stop(number);
    const { id, chatId } = body() as Message;
    later(FOLLOWS.seenAfter, () => tell(one, '/app/chat.seen', { id, chatId }));
  }

  const open = (one: Reveller) =>
    connect(one, ports[one.index % ports.length]!, hear, () =>
      failed(tally, 'a socket that the server closed'),
    );

  /** Disconnects a person; messages in flight are no longer expected, as they come with the next snapshot. */
  function close(one: Reveller): void {
    disconnect(one);
    for (const [number, to] of expected) if (to === one) expected.delete(number);
  }

  const comes = ({ index }: Reveller) => (index >> 1) % COMES === COMES - 1;
  function oneOf(fits: (one: Reveller) => boolean): Reveller {
    for (;;) {
      const one = random.pick(present);
      if (fits(one)) return one;
    }
  }

  const sceneOf = (): Scene => ({
    asking,
    tally: () => tally,
    random,
    later,
    looker: () => oneOf(looks),
    writer: () => oneOf((one) => !comes(one)),
    anyone: () => random.pick(present),
    comer() {
      const back = gone.pop();
      if (back) return { one: back, leaves: false };
      const one = oneOf(comes);
      gone.push(one);
      return { one, leaves: true };
    },
    expect(number, to, due) {
      if (!to.socket) return;
      expected.set(number, to);
      tally.screen.start(number, due);
    },
    async reconnect(one) {
      close(one);
      await delay(AWAY_MS);
      // Skips people who have left meanwhile, and those whom the next step has already connected: a second socket, or
      // one of a person who is not present, would send no heart-beats.
      if (!one.socket && present.includes(one)) await open(one);
    },
  });

  /** Starts acts at random times, whether or not earlier ones are done. */
  async function run(seconds: number, haste = 1): Promise<void> {
    const gap = atRandom(() => haste * actsASecond(present.length), random);
    await paced(seconds, gap, (due) => {
      const act = acting.acts[actAt(random.next())];
      attempt(() => act(due));
    });
  }

  return {
    async invite(input) {
      ports = input.ports;
      everyone = revellersOf(input.pairs);
      asking = await openAsking(ports);
      acting = createActs(sceneOf());
      beat(() => present);
    },

    async gather({ people }) {
      for (const one of present.slice(people)) close(one);
      // A person who has left does not count as present.
      const coming = everyone.slice(present.length, people);
      present = everyone.slice(0, Math.min(people, present.length));
      await together(coming, async (one) => {
        await open(one);
        present.push(one);
        if (looks(one)) await acting.page(one, performance.now());
      });
    },

    async spend({ seconds, settle, haste }): Promise<EveningOutcome> {
      // People whose socket the server closed connect again.
      await together(
        present.filter(({ socket }) => !socket),
        open,
      );
      await run(settle, haste);
      const counted = (tally = newTally());
      expected.clear();
      const before = process.cpuUsage();
      const began = performance.now();
      await run(seconds, haste);
      const { user, system } = process.cpuUsage(before);
      const loadShare = (user + system) / 1000 / (performance.now() - began);
      await within(() => expected.size === 0 && asking.open() === 0, DRAIN_SECONDS);
      failed(counted, 'not delivered', expected.size);
      failed(counted, 'not answered', asking.open());
      const { feed, screen, changes, asked, failures } = counted;
      return {
        feed: feed.result,
        screen: screen.result,
        changes: changes.result,
        asked,
        failed: Object.values(failures).reduce((sum, count) => sum + count, 0),
        failures,
        loadShare,
      };
    },
  };
}

const looks = ({ index }: Reveller) => index % LOOKS === 0;
