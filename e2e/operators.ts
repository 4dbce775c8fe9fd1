import type { PublicPerson } from '@herenow/testing/public-person';
import { setUpSecondFactor } from '@herenow/testing/second-factor';
import type { RunningServer } from '@herenow/testing/server-process';
import { writtenOperator } from '@herenow/testing/written-operator';

export const addOperator = (who: PublicPerson, { dataDir }: RunningServer): Promise<void> =>
  writtenOperator(who, dataDir);

/** Makes a user an operator with the second factor that the desk requires. */
export async function makeOperator(who: PublicPerson, server: RunningServer): Promise<void> {
  await addOperator(who, server);
  await setUpSecondFactor({ url: server.baseURL }, who, new Date());
}
