import { setFlagsFromString } from 'node:v8';

const GROWTH_PERCENT = 70;

/**
 * Has garbage collected as soon as the heap has grown by this share of what lives in it. By itself V8 lets it grow to
 * four times as much where the machine has the memory, so that a flood of large answers would take it.
 */
export const keepHeapLean = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
