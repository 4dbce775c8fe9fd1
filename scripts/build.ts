import { buildWeb } from './web-build.ts';

console.log('Building the web client …');
const { ok, output } = await buildWeb();
console.log(output);
process.exitCode = ok ? 0 : 1;
