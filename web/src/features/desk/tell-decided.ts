import { isStatus } from '../../lib/api.ts';
import { showToast } from '../../ui/toast.tsx';
import { words } from './words.ts';

/**
 * Tells an operator why what they acted on disappears from the list: they came too late, or the answer was lost.
 * `waits`: whether the list, which is fetched again after every act, still has it.
 */
export const tellIfDecided =
  (waits: () => boolean) =>
  (error: unknown): void => {
    if (isStatus(error, 404)) showToast(words.decided);
    else if (isStatus(error, 0) && !waits()) showToast(words.unheard);
  };
