import { deviceStore } from '../lib/storage.ts';

// The code of sound has to be there before the tap that lets Safari play one. Few users turn it on.
if (deviceStore.read('signals')) import('../lib/signals.ts').catch(() => undefined);
