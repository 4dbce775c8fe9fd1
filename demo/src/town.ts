import { createCitizen, type Citizen } from './citizen.ts';
import { createComings } from './comings.ts';
import { placeAround, type Character, type Position } from '@herenow/cast/characters';
import { createPlaces } from './places.ts';
import { createRandom } from '@herenow/cast/random';
import type { Register } from './register.ts';
import type { Settlers } from './settlers.ts';
import { createVisitors } from './visitors.ts';

/** How many people register at once. */
const AT_A_TIME = 6;
const TICK_MS = 5000;

interface TownOptions {
  characters: readonly Character[];
  settlers: Settlers;
  register: Register;
  /** Where the town is before the first visitor comes. */
  start: Position;
  /** Whether the first visitor moves the town. */
  movable: boolean;
  speed: number;
  onFault(error: unknown): void;
}

export function createTown(options: TownOptions) {
  const { characters, settlers, register, speed } = options;
  const { memory } = register;
  const random = createRandom(Date.now() % 1_000_000);
  const citizens = new Map<string, Citizen>();
  const everybody = () => [...citizens.values()];
  const isCitizen = (userId: string) => citizens.has(userId);
  const visitors = createVisitors({ random, speed, isCitizen });
  // Tasks in progress when the town closes fail, and need no report.
  const onFault = (error: unknown) => {
    if (!stopped) options.onFault(error);
  };
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const places = createPlaces({ ...options, citizens: everybody, onFault });
  const { centreAt, centreOf } = places;
  const comings = createComings({ size: characters.length, random, speed, citizens: everybody });
  const visible = () => everybody().filter((citizen) => citizen.isVisible());

  /** Makes one person of the town pin another one. */
  async function mingle(present: readonly Citizen[]): Promise<void> {
    const [one, other] = random.shuffled(present);
    if (one && other && centreOf(one) === centreOf(other)) await one.pin(other.id);
  }

  async function tick(): Promise<void> {
    await comings.next();
    const present = visible();
    if (random.chance(0.4)) await mingle(present);
    for (const centre of places.centres) {
      const local = present.filter((citizen) => centreOf(citizen) === centre);
      if (local.length > 0) await visitors.look(random.pick(local));
    }
    await visitors.pinSome(present, centreOf);
  }

  function schedule(): void {
    if (stopped) return;
    timer = setTimeout(() => void tick().catch(onFault).finally(schedule), TICK_MS / speed);
  }

  async function settle(character: Character): Promise<void> {
    const centre = memory.people[character.index]?.centre ?? character.index % places.centres.length;
    const resident = await settlers.settle(character, centreAt, centre);
    const citizen = createCitizen({ character, resident, speed, isCitizen, onFault });
    citizens.set(citizen.id, citizen);
    // A visitor may have moved the town while this person registered.
    await citizen.move(placeAround(centreOf(citizen), character));
    if (character.index < comings.wanted()) await comings.arrive(citizen, true);
    // An earlier start may have left a person visible who should not be visible now.
    else await citizen.leave();
  }

  async function forAll(atATime: number, task: (character: Character) => Promise<void>): Promise<void> {
    await inTurn(characters, atATime, async (character) => {
      if (!stopped) await task(character).catch(onFault);
    });
    await register.save();
  }

  async function addPhotos(character: Character): Promise<void> {
    const citizen = everybody().find((one) => one.character === character);
    if (citizen) await settlers.complete(character, citizen.resident);
  }

  return {
    visibleCount: () => visible().length,
    /** Whether nearly all who should be visible at first are visible. */
    isFull: () => visible().length >= comings.wanted() - 2,
    centre: (): Position => places.centreAt(0),

    /** Resolves when everyone has settled; the first people are visible soon. */
    async build(): Promise<void> {
      schedule();
      await forAll(AT_A_TIME, settle);
    },

    /** Adds the photos that were left out so that the town fills soon. */
    complete: () => forAll(1, addPhotos),

    welcome: places.welcome,

    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      await Promise.all(everybody().map((citizen) => citizen.stop()));
      await register.save();
    },
  };
}

async function inTurn<T>(
  list: readonly T[],
  atATime: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const queue = list.values();
  const worker = async () => {
    for (const item of queue) await task(item);
  };
  await Promise.all(Array.from({ length: atATime }, worker));
}
