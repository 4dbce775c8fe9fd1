import type { Dispatcher, PreparedSend, Sender, SendError } from './destinations.ts';
import type { Step } from './transactions.ts';

interface SendsOptions {
  id: string;
  sender: Sender;
  dispatcher: Dispatcher;
  /** `open`: false once the socket is gone or closing, as when its session has ended. */
  transport: { readonly open: boolean };
  onSend: (destination: string, outcome: 'handled' | 'refused') => void;
}

/** Passes one connection’s SENDs to the application, in order. `report` reports refusals to the sender. */
export function createSends(
  { id, sender, dispatcher, transport, onSend }: SendsOptions,
  report: (error: SendError) => void,
) {
  return {
    /** Runs a SEND. Undefined: already done. Otherwise resolves to false if it was refused and reported. */
    run: (destination: string, body: Buffer) =>
      perform(destination, dispatcher.prepare(destination, sender, body, id)),

    /**
     * Runs the steps of a transaction, as long as the socket is open. Every body is parsed before the first step runs: a
     * transaction with a bad SEND changes nothing. `confirm` is called with the receipt of each step that is done.
     * Resolves to whether all are done.
     */
    async commit(steps: readonly Step[], confirm: (receipt: string) => void): Promise<boolean> {
      const prepared = steps.map((step) =>
        'body' in step
          ? { ...step, prepared: dispatcher.prepare(step.destination, sender, step.body, id) }
          : step,
      );
      const refusals = prepared.flatMap((step) =>
        'prepared' in step && 'refusal' in step.prepared ? [step.prepared.refusal] : [],
      );
      for (const refusal of refusals) refuse(refusal);
      if (refusals.length > 0) return false;
      let allDone = true;
      for (const step of prepared) {
        if (!transport.open) return false;
        if ('acknowledge' in step) step.acknowledge();
        else if ((await perform(step.destination, step.prepared)) === false) {
          allDone = false;
          continue;
        }
        if (step.receipt !== undefined) confirm(step.receipt);
      }
      return allDone;
    },
  };

  function perform(destination: string, prepared: PreparedSend): Promise<boolean> | undefined {
    if ('refusal' in prepared) return Promise.resolve(refuse(prepared.refusal));
    const pending = prepared.run();
    if (!pending) {
      onSend(destination, 'handled');
      return undefined;
    }
    return pending.then((error) => {
      if (error) return refuse(error);
      onSend(destination, 'handled');
      return true;
    });
  }

  function refuse(error: SendError): false {
    onSend(error.body.destination, 'refused');
    report(error);
    return false;
  }
}
