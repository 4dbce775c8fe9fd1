import { undo, useOfferedUndo } from '../lib/undo.ts';
import { later } from '../ui/later.tsx';
import { words } from './words.ts';

const UndoBar = later(() => import('../ui/undo-bar.tsx'));

/** Shows a bar that offers to undo the last action. */
export function UndoOffer() {
  const offered = useOfferedUndo();
  return (
    <div role="status">
      {offered && <UndoBar key={offered.id} {...offered} undoText={words.undo} undo={undo} />}
    </div>
  );
}
