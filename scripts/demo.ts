import { become } from './processes.ts';
import { ensureWebBuilt } from './web-build.ts';

await ensureWebBuilt();
become('demo/src/main.ts');
