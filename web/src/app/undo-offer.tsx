import { undo, useOfferedUndo } from '../lib/undo.ts';
import { later } from '../ui/later.tsx';
import { words } from './words.ts';

const UndoBar = later(() => import('../ui/undo-bar.tsx'));

/** What was just done and can be taken back, on a bar of its own. */
export function UndoOffer() {
  const offered = useOfferedUndo();
  return (
    <div role="status">
      {offered && <UndoBar key={offered.id} text={offered.text} undoText={words.undo} onUndo={undo} />}
    </div>
  );
}
