import { become } from './processes.ts';
import { buildWeb, isWebBuilt } from './web-build.ts';

if (!isWebBuilt()) {
  console.log('Building the web client …');
  const { ok, output } = await buildWeb();
  if (!ok) {
    console.error(`${output}\nThe web client does not build; the reason is above.`);
    process.exit(1);
  }
}
become('server/src/main.ts');
