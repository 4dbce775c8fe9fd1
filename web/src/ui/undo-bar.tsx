import { PIN_UNDO_MS } from '@herenow/contract/constants';
import { useEffect, useRef } from 'react';
import type { Undoable } from '../lib/undo.ts';
import { Snackbar } from './hint.tsx';

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
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, target } = event;
      // In a field, the keys undo what was typed.
      if (key !== 'z' || !(ctrlKey || metaKey) || (target as Element).matches('input, textarea')) return;
      event.preventDefault();
      undo();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [undo]);
  // A toast says the same of what is done already, and a screen reader has read that.
  return (
    <Snackbar ref={bar} text={text} read={!commit} button={undoText} keys="Control+Z Meta+Z" onPress={undo} />
  );
}
