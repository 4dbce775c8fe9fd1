import { useState, type ReactNode } from 'react';
import type * as parts from './components/second-look.tsx';
import type { Worry } from './worries.ts';

type Part = typeof parts;

const load = () => import('./components/second-look.tsx').catch(() => undefined);

/** How long a message waits for the question's code; then it is sent, as it would be after the question. */
const WAIT_MS = 2000;

/**
 * Asks for confirmation before a message is sent that its writer may regret. The code for it loads while the first word
 * is typed.
 */
export function useSecondLook() {
  const [asked, setAsked] = useState<Part & { worry: Worry }>();
  const close = (then: () => void) => () => {
    setAsked(undefined);
    then();
  };
  return {
    prepare: () => void load(),

    /** The open question, if any. */
    question: (send: () => void, edit: () => void): ReactNode =>
      asked && <asked.SecondLook worry={asked.worry} onSend={close(send)} onEdit={close(edit)} />,

    /** Returns whether the message needs a question first, and opens it. */
    async worries(text: string): Promise<boolean> {
      const part = await Promise.race([
        load(),
        new Promise<undefined>((done) => void setTimeout(done, WAIT_MS)),
      ]);
      const worry = part?.worryOf(text);
      setAsked(part && worry && { ...part, worry });
      return worry !== undefined;
    },
  };
}
