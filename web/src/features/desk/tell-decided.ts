import { isStatus } from '../../lib/api.ts';
import { showToast } from '../../ui/toast.tsx';
import { words } from './words.ts';

/** Tells an operator whose act came too late why what they acted on disappears from the list. */
export function tellIfDecided(error: unknown): void {
  if (isStatus(error, 404)) showToast(words.decided);
}
