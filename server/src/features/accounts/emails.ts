import * as refusals from '@herenow/contract/refusals';
import { Refused } from '../../lib/errors.ts';
import { normalizeEmail } from '../../lib/mailbox.ts';

/** Throws 403 if a request names an email address that is not the caller's. */
export function checkOwnEmail(given: string | undefined, own: string): void {
  if (given === undefined) return;
  const email = normalizeEmail(given);
  if (email.includes('@') && email !== own) throw new Refused(refusals.notYours);
}
