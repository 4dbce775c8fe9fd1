import { createStore } from '../../lib/value-store.ts';

/** How many parts of the feed's filter are set: written by the feed, shown on the icon that opens the filter. */
export const filterMark = createStore(0);
