import { deviceStore } from '../../lib/storage.ts';
import { refreshMe } from '../profile/index.ts';

/** Reports the device's current grid cell to the server if the browser may locate it without asking. */
export async function refreshLocation(): Promise<void> {
  if (await (await import('./location.ts')).tellLocation()) await refreshMe();
}

/** Returns what to ask before going visible here: nothing outside home zones, unless a sign-out deleted them. */
export const questionHere = async (): Promise<{ text: string; confirm: string } | undefined> =>
  ['homeZones', 'hint:homeZones'].some((key) => deviceStore.read(key) !== null)
    ? await (await import('./location.ts')).questionHere()
    : undefined;
