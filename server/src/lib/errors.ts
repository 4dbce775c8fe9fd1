import * as refusals from '@herenow/contract/refusals';
import type { Refusal } from '@herenow/contract/refusals';

interface Details {
  /** Seconds after which a retry makes sense. */
  retryAfter?: number;
  /** Replacements for the words in braces. */
  words?: Readonly<Record<string, string>>;
}

/** A refusal of the contract, to be sent to the client. Any other thrown error is a fault. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: string;
  readonly status: number;
  /** Whole seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined;

  constructor({ code, status, text }: Refusal, { retryAfter, words = {} }: Details = {}) {
    super(text.replaceAll(/\{(\w+)\}/g, (braces, word: string) => words[word] ?? braces));
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter === undefined ? undefined : Math.ceil(retryAfter);
  }
}

/** A refusal of a value by a rule of its field. */
export class Invalid extends Refused {}

export const REFUSALS: readonly Refusal[] = Object.values(refusals).filter((one) => typeof one === 'object');

const INVALID = new Map(REFUSALS.filter(({ status }) => status === 400).map((one) => [one.text, one]));

/** Returns the refusal of a value for the text of a rule or schema of the contract. */
export const invalid = (text: string): Invalid =>
  new Invalid(INVALID.get(text) ?? { ...refusals.badRequest, text });
