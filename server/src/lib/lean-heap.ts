import { setFlagsFromString } from 'node:v8';

const GROWTH_PERCENT = 70;

/**
 * Makes V8 collect garbage as soon as the heap has grown by this share of its live objects. By default V8 lets it grow
 * to four times as much if the machine has the memory, and a flood of large responses would use that.
 */
export const keepHeapLean = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
