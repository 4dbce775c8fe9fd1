import type { Call } from '@herenow/contract/call';
import * as refusals from '@herenow/contract/refusals';
import { Invalid, Refused } from '../lib/errors.ts';
import { refusalsOf } from './openapi.ts';

/** Any call may come too often or too slowly, or find the server busy. */
const ANY_CALL = new Set([refusals.requestSlow.status, refusals.tooManyTries.status, refusals.away.status]);
/** The caller may be deleted during a call. */
const GONE = new Set([refusals.userNotFound.code, refusals.signInAgain.code]);

/** Returns a problem as it is, but a fault for a refusal that the call does not name. */
export function asNamed(call: Call, problem: unknown): unknown {
  if (!(problem instanceof Refused) || problem instanceof Invalid) return problem;
  if (ANY_CALL.has(problem.status) || GONE.has(problem.code)) return problem;
  if (refusalsOf(call).some(({ code }) => code === problem.code)) return problem;
  return new Error(
    `The contract does not say that ${call.method} ${call.path} refuses with ${problem.code}.`,
  );
}
