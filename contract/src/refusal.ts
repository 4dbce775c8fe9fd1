/**
 * A refusal of the server: a stable code for machines, the HTTP status, and a sentence for people. Words in braces
 * are filled in when it is thrown. A published code is never changed or reused; a sentence may change.
 */
export interface Refusal {
  code: string;
  status: number;
  text: string;
}

/** The response header, and the header of a message on the errors queue, that carries the code. */
export const REFUSAL_HEADER = 'refusal-code';

/* @__NO_SIDE_EFFECTS__ */
export const refusal = (code: string, status: number, text: string): Refusal => ({ code, status, text });
