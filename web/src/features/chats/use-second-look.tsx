import { useState, type ReactNode } from 'react';
import type * as parts from './components/second-look.tsx';
import type { Worry } from './worries.ts';

type Part = typeof parts;

/** Asks before a message is sent that may be regretted. What it takes is loaded while the first word is written. */
export function useSecondLook() {
  const [part, setPart] = useState<Part>();
  const [worry, setWorry] = useState<Worry>();
  return {
    /** The question, while there is one. */
    question(send: () => void, edit: () => void): ReactNode {
      const close = (then: () => void) => () => {
        setWorry(undefined);
        then();
      };
      return part && worry && <part.SecondLook worry={worry} onSend={close(send)} onEdit={close(edit)} />;
    },

    prepare(): void {
      // Without it the message is sent, as it would be after the question.
      if (!part) void import('./components/second-look.tsx').then(setPart, () => undefined);
    },

    /** Whether there is something to ask first; then it is asked. */
    worries(text: string): boolean {
      const found = part?.worryOf(text);
      setWorry(found);
      return found !== undefined;
    },
  };
}
