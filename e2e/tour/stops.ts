import { chatStops, unsentStop } from './chat-stops.ts';
import { feedAndProfileStops } from './feed-stops.ts';
import { settingsStops } from './settings-stops.ts';
import { setupStops } from './setup-stops.ts';
import type { Stop } from './stop.ts';
import { visitorStops } from './visitor-stops.ts';

/** Every screen, and the states that look different. */
export const stops: readonly Stop[] = [
  ...visitorStops,
  ...setupStops,
  ...feedAndProfileStops,
  ...chatStops,
  ...settingsStops,
  unsentStop,
];
