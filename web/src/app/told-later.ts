import type { Connection } from '../lib/realtime/index.ts';
import { createStore } from '../lib/value-store.ts';

/** What the page shows from the start and only what runs behind it knows. */

/** How many chats wait for one's eyes. */
export const waitingCount = createStore(0);

/** Why the realtime channel does not come back by itself soon, if so; null while it does. */
export const channelTrouble = createStore<Connection['trouble']>(null);
