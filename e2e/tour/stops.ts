import { chatStops } from './chat-stops.ts';
import { deskStops } from './desk-stops.ts';
import { feedStops, profileStops, visibilityStops } from './feed-stops.ts';
import { settingsStops } from './settings-stops.ts';
import { setupStops } from './setup-stops.ts';
import type { Stop } from './stop.ts';
import { visitorStops } from './visitor-stops.ts';

/** Every screen and every state that looks different, by the area of the app. */
export const areas: Readonly<Record<string, readonly Stop[]>> = {
  visitor: visitorStops,
  setup: setupStops,
  feed: feedStops,
  visibility: visibilityStops,
  profile: profileStops,
  chats: chatStops,
  settings: settingsStops,
  desk: deskStops,
};

export const stops: readonly Stop[] = Object.values(areas).flat();
