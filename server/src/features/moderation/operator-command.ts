import type { Db } from '../../database/db.ts';
import { addOperator, listOperators, removeOperator, resetSecondFactor } from './operators.ts';

interface CommandResult {
  exitCode: 0 | 1;
  /** The text to print for the person who ran the command. */
  text: string;
}

export type OperatorCommand = (db: Db, now: Date) => Promise<CommandResult>;

const success = (text: string): CommandResult => ({ exitCode: 0, text });
const failure = (text: string): CommandResult => ({ exitCode: 1, text });

/**
 * Parses a command line: `list`, or `add`, `remove` or `reset-second-factor` with an email; undefined for anything
 * else.
 */
export function readOperatorCommand([verb, email, ...more]: readonly string[]): OperatorCommand | undefined {
  if (verb === 'list' && email === undefined) return list;
  if (!email?.includes('@') || more.length > 0) return undefined;
  if (verb === 'add')
    return async (db, now) =>
      (await addOperator(db, email, now))
        ? success(`${email} is an operator now.`)
        : failure(`Nobody has registered with the email ${email} and verified it.`);
  if (verb === 'remove')
    return async (db) =>
      (await removeOperator(db, email))
        ? success(`${email} is no operator any more.`)
        : failure(`Nobody with the email ${email} is an operator.`);
  if (verb === 'reset-second-factor')
    return async (db, now) =>
      (await resetSecondFactor(db, email, now))
        ? success(`${email} signs in without a second factor now, and is told so by mail.`)
        : failure(`Nobody with the email ${email} has a second factor.`);
  return undefined;
}

async function list(db: Db): Promise<CommandResult> {
  const emails = await listOperators(db);
  return success(emails.length > 0 ? emails.join('\n') : 'There is no operator yet.');
}
