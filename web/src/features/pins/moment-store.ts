import { createStore } from '../../lib/value-store.ts';

/** The chat whose start the overlay celebrates. */
const store = createStore<string | undefined>(undefined);

export const openMoment = (chatId: string): void => store.set(chatId);
export const closeMoment = (): void => store.set(undefined);
export const useMoment = store.use;
