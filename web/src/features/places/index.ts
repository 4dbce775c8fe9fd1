import type { Question } from './location.ts';
import { refreshMe } from '../profile/index.ts';

/** Reports the device's current grid cell to the server if the browser may locate it without asking. */
export async function refreshLocation(): Promise<void> {
  if (await (await import('./location.ts')).tellLocation()) await refreshMe();
}

/** Returns what to ask before going visible here. `unplaced`: the server has said that it knows no place of the user. */
export const questionHere = async (unplaced?: boolean): Promise<Question | undefined> =>
  await (await import('./location.ts')).questionHere(unplaced);
