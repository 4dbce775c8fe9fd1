import type { PublicPerson } from '@herenow/testing/public-person';
import { setUpSecondFactor } from '@herenow/testing/second-factor';
import type { RunningServer } from '@herenow/testing/server-process';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Makes somebody an operator, as one does on the machine of the server. */
export async function addOperator(who: PublicPerson, { dataDir }: RunningServer): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/operator.ts', 'add', who.email], {
    env: { ...process.env, DATA_DIR: dataDir },
  });
}

/** The same with the second factor that the desk asks for. */
export async function makeOperator(who: PublicPerson, server: RunningServer): Promise<void> {
  await addOperator(who, server);
  await setUpSecondFactor({ url: server.baseURL }, who, new Date());
}
