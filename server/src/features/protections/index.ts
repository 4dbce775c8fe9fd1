export { readProtections, replayProtections } from './replay.ts';
export { createProtections } from './service.ts';

/** Where the log lies, below the data folder. */
export const PROTECTIONS = 'protections';
