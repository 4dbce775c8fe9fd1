import type { Citizen } from './citizen.ts';
import { kmBetween, placeAround, type Position } from '@herenow/cast/characters';
import type { Register } from './register.ts';

/** Visitors closer together than this share one town. */
const SAME_PLACE_KM = 15;
const MAX_CENTRES = 10;

/** Decides where the town is: around its first visitor, with a part of it around each visitor elsewhere. */
export function createPlaces(options: {
  register: Register;
  /** Where the town is before the first visitor comes. */
  start: Position;
  /** Whether the first visitor moves the town. */
  movable: boolean;
  citizens(): Citizen[];
  onFault(error: unknown): void;
}) {
  const { register, citizens, onFault } = options;
  const { memory } = register;
  if (memory.centres.length === 0) memory.centres.push(options.start);
  if (!options.movable) memory.found = true;

  const centreAt = (index: number) => memory.centres[index] ?? memory.centres[0]!;
  const centreOf = ({ character }: Citizen) => centreAt(memory.people[character.index]?.centre ?? 0);
  const near = (place: Position) => memory.centres.some((centre) => kmBetween(centre, place) < SAME_PLACE_KM);

  async function relocate(movers: readonly Citizen[]): Promise<void> {
    for (const citizen of movers)
      await citizen.move(placeAround(centreOf(citizen), citizen.character)).catch(onFault);
    await register.save();
  }

  /** Moves a share of the citizens who are not busy to a new place, regardless of their distance. */
  async function spread(centre: number): Promise<void> {
    const movers = citizens().filter(
      (citizen) => citizen.character.index % memory.centres.length === centre && !citizen.isBusy(),
    );
    for (const { character } of movers) memory.people[character.index]!.centre = centre;
    await relocate(movers);
  }

  return {
    centres: memory.centres as readonly Position[],
    centreAt,
    centreOf,

    /** Moves the town, or a part of it, to a visitor's place if it is not there yet. */
    async welcome([longitude, latitude]: Position): Promise<void> {
      // As coarse as the positions that the product stores.
      const place: Position = [Math.round(longitude * 100) / 100, Math.round(latitude * 100) / 100];
      if (memory.found && near(place)) return;
      if (!memory.found) {
        memory.found = true;
        memory.centres[0] = place;
        await relocate(citizens());
      } else if (memory.centres.length < MAX_CENTRES) {
        memory.centres.push(place);
        await spread(memory.centres.length - 1);
      } else {
        memory.centres[MAX_CENTRES - 1] = place;
        await relocate(citizens().filter((citizen) => centreOf(citizen) === place));
      }
    },
  };
}
