import { v7 } from 'uuid';

/** Time-ordered UUID (version 7). */
export const newId = (): string => v7();
