import { startObjectStore } from './object-store.ts';

await startObjectStore({ port: 9000, host: '0.0.0.0' });
