import { deviceStore } from '../../lib/storage.ts';
import { refreshMe } from '../profile/index.ts';

/** Tells the server the grid cell one is in now, where the browser may say so without asking. */
export async function refreshLocation(): Promise<void> {
  if (await (await import('./location.ts')).tellLocation()) await refreshMe();
}

/** What to ask before going visible here: nothing outside of home zones, unless they went with a sign-out. */
export const questionHere = async (): Promise<{ text: string; confirm: string } | undefined> =>
  ['homeZones', 'hint:homeZones'].some((key) => deviceStore.read(key) !== null)
    ? await (await import('./location.ts')).questionHere()
    : undefined;
