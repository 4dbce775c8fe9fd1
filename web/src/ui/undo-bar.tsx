import { PIN_UNDO_MS } from '@herenow/contract/constants';
import { useEffect, useRef } from 'react';
import type { Undoable } from '../lib/undo.ts';

/** Longer than it takes to see that the bar goes: a tap that is already on its way still meets it. */
const GOING_MS = 400;

type Props = Omit<Undoable, 'id'> & { undoText: string };

/** A bar over the lower edge of a page, shown while an action can be undone. It fades before it goes. */
export default function UndoBar({ text, undo, commit, ms = PIN_UNDO_MS, undoText }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      void bar.current?.animate(
        { opacity: [1, 0] },
        { delay: ms - GOING_MS, duration: GOING_MS, fill: 'forwards' },
      ),
    [ms],
  );
  return (
    <div
      ref={bar}
      className="above-foot pointer-events-none fixed inset-x-0 bottom-[calc(var(--bar,5rem)+env(safe-area-inset-bottom)+0.75rem)] z-30 flex justify-center gutter lg:ps-60"
    >
      <div className="pointer-events-auto flex min-h-13 w-full max-w-sm animate-[fade-in_200ms_ease-out] items-center gap-2 rounded-field bg-quiet py-1 ps-4 pe-1.5 text-on-quiet shadow-float">
        {/* A toast says the same of what is done already, and a screen reader has read that. */}
        <p aria-hidden={!commit} className="min-w-0 flex-1 text-small font-medium">
          {text}
        </p>
        <button
          type="button"
          onClick={undo}
          className="min-h-11 shrink-0 rounded-small px-4 text-small font-bold underline-offset-4 hover:underline focus-visible:outline-current"
        >
          {undoText}
        </button>
      </div>
    </div>
  );
}
