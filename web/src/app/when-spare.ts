import { whenQuiet } from '../first-paint/when-idle.ts';

/** What browsers tell of the connection; Safari and Firefox tell nothing. */
type Connected = { connection?: { saveData?: boolean; effectiveType?: string } };

/** Whether every byte counts: the user saves data, or the connection is slow. */
function isScarce(): boolean {
  const { saveData, effectiveType = '' } = (navigator as Connected).connection ?? {};
  return saveData === true || effectiveType.endsWith('2g');
}

/** Like `whenQuiet`, to fetch what may never be needed: never where bytes are scarce. */
export const whenSpare = (task: () => void): (() => void) => (isScarce() ? () => undefined : whenQuiet(task));
