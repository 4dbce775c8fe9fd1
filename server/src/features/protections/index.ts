export { readProtections, replayProtections } from './replay.ts';
export { createProtections, LOG_KEPT_MS, type ProtectionLine } from './service.ts';

/** The folder of the log, inside the data folder. */
export const PROTECTIONS = 'protections';
