import { deviceStore } from '../lib/storage.ts';

// Safari plays a sound only if its code was loaded before the tap that allows sounds. Few users turn sound on.
if (deviceStore.read('signals')) import('../lib/signals.ts').catch(() => undefined);
