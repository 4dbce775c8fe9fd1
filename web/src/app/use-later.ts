import { useEffect, useState } from 'react';
import { firstContent } from '../first-paint/first-content.ts';

/** Whether the time has come for what is not part of the first page. `when` runs a task then, until it is called off. */
export function useLater(when: (task: () => void) => () => void): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => when(() => setLater(true)), [when]);
  return later;
}

/** Runs a task once something is on the screen, also on a page that never has an idle moment. */
export function afterContent(task: () => void): () => void {
  let over = false;
  void firstContent.then(() => over || task());
  return () => {
    over = true;
  };
}
