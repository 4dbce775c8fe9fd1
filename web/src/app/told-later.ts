import type { Connection } from '../lib/realtime/index.ts';
import { createStore } from '../lib/value-store.ts';

/** State that the page shows from the start but only the background code knows. */

/** How many chats have something the user has not seen yet. */
export const unreadChats = createStore(0);

/** Why the realtime channel will not reconnect by itself soon; null while it will. */
export const channelTrouble = createStore<Connection['trouble']>(null);
/** Whether it is time to fetch what may never be needed. */
export const spareTime = createStore(false);
