import { refreshMe } from '../profile/index.ts';

/** Reports the device's current grid cell to the server if the browser may locate it without asking. */
export async function refreshLocation(): Promise<void> {
  if (await (await import('./location.ts')).tellLocation()) await refreshMe();
}

/** Returns what to ask before going visible here. */
export const questionHere = async (): Promise<{ text: string; confirm: string } | undefined> =>
  await (await import('./location.ts')).questionHere();
