import { STEP } from '@herenow/contract/constants';
import { useLocation } from './navigation.tsx';
import { useSession } from './session.ts';

/** The state of a navigation from the settings to a screen of the setup. */
export const fromSettings = { fromSettings: true } as const;

export function cameFromSettings(state: unknown): boolean {
  return (
    typeof state === 'object' && state !== null && 'fromSettings' in state && state.fromSettings === true
  );
}

/** Returns whether a screen of the setup was opened from the settings, or by a user who has finished the setup. */
export function useFromSettings(): boolean {
  const { state } = useLocation();
  const { user } = useSession();
  return cameFromSettings(state) || (user?.registrationStep ?? 0) >= STEP.verified;
}
