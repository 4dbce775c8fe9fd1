import { StompError } from '@herenow/contract/stomp';
import { detached, type Frame } from '../frames/frames.ts';
import { required } from './subscriptions.ts';

/** The most that one connection may hold back until a COMMIT. */
const MAX_OPEN = 16;
const MAX_STEPS = 256;
const MAX_BYTES = 1024 * 1024;

/** A SEND is held with its body, an ACK with the acknowledgement it makes. */
type Held = { destination: string; body: Buffer } | { acknowledge(): void };
export type Step = Held & { receipt: string | undefined };

export function createTransactions() {
  const open = new Map<string, Step[]>();
  let steps = 0;
  let bytes = 0;

  const sizeOf = (step: Step) => ('body' in step ? step.body.length : 0) + (step.receipt?.length ?? 0);

  function find(frame: Frame, name: string): Step[] {
    const found = open.get(name);
    if (!found)
      throw new StompError('Unknown transaction', `${frame.command} names a transaction that has not begun.`);
    return found;
  }

  return {
    begin(frame: Frame): void {
      const name = required(frame, 'transaction');
      if (open.has(name))
        throw new StompError('Transaction already begun', 'A transaction with this name is already open.');
      if (open.size >= MAX_OPEN)
        throw new StompError(
          'Too many transactions',
          `A connection may have at most ${MAX_OPEN} open transactions.`,
        );
      open.set(name, []);
    },

    /** Ends the transaction and returns what it held back, in order. */
    take(frame: Frame): Step[] {
      const name = required(frame, 'transaction');
      const taken = find(frame, name);
      open.delete(name);
      steps -= taken.length;
      for (const step of taken) bytes -= sizeOf(step);
      return taken;
    },

    /** Holds the step back until the transaction that the frame names ends. */
    hold(frame: Frame, held: Held): void {
      const transaction = find(frame, frame.headers.get('transaction') ?? '');
      const receipt = frame.headers.get('receipt');
      // A copy, since the body is a view that would keep the whole received chunk alive until the COMMIT.
      const step = 'body' in held ? { ...held, body: detached(held.body), receipt } : { ...held, receipt };
      steps++;
      bytes += sizeOf(step);
      if (steps > MAX_STEPS || bytes > MAX_BYTES)
        throw new StompError(
          'Transactions too large',
          `The open transactions of a connection may hold at most ${MAX_STEPS} frames and ${MAX_BYTES} bytes.`,
        );
      transaction.push(step);
    },
  };
}
