import type { LocationError } from '../../lib/geolocation.ts';
import { emit } from '../../lib/window-events.ts';
import { words } from './words.ts';

/** Returns the text for a failed position fix; a denied permission also fires a window event for the whole app. */
export function locationProblem(error: LocationError): string {
  switch (error.problem) {
    case 'unsupported':
      return words.location.unsupported;
    case 'failed':
    case 'imprecise':
      return words.location.failed;
    case 'denied':
      emit('locationPermissionDenied');
      return words.location.denied(isInstalled() ? 'app' : 'website');
  }
}

function isInstalled(): boolean {
  const onHomeScreen = 'standalone' in navigator && navigator.standalone === true;
  return onHomeScreen || matchMedia('(display-mode: standalone)').matches;
}
