import { offered, undo } from '../lib/undo.ts';
import { later } from '../ui/later.tsx';
import { words } from './words.ts';

const UndoBar = later(() => import('../ui/undo-bar.tsx'));

/** Shows a bar that offers to undo the last action. */
export function UndoOffer() {
  const offer = offered.use();
  return (
    <div role="status">
      {offer && <UndoBar key={offer.id} {...offer} undoText={words.undo} undo={undo} />}
    </div>
  );
}
