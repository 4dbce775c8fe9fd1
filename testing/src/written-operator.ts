import { addOperator } from '../../server/src/features/moderation/operators.ts';
import { databaseBeside } from './written-person.ts';

/** Makes a user of a running server an operator, like the command on its machine. */
export async function writtenOperator({ email }: { email: string }, dataDir: string): Promise<void> {
  const db = await databaseBeside(dataDir);
  await addOperator(db, email, new Date());
}
