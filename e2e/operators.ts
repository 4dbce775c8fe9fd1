import type { PublicPerson } from '@herenow/testing/public-person';
import { setUpSecondFactor } from '@herenow/testing/second-factor';
import type { RunningServer } from '@herenow/testing/server-process';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Makes a user an operator, with the command that is run on the server's machine. */
export async function addOperator(who: PublicPerson, { dataDir }: RunningServer): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/operator.ts', 'add', who.email], {
    env: { ...process.env, DATA_DIR: dataDir },
  });
}

/** Makes a user an operator with the second factor that the desk requires. */
export async function makeOperator(who: PublicPerson, server: RunningServer): Promise<void> {
  await addOperator(who, server);
  await setUpSecondFactor({ url: server.baseURL }, who, new Date());
}
