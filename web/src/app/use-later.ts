import { useEffect, useState } from 'react';
import { firstContent } from '../first-paint/first-content.ts';

/**
 * Returns whether it is time for what is not part of the first page. `when` schedules a task and returns a function
 * that cancels it.
 */
export function useLater(when: (task: () => void) => () => void): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => when(() => setLater(true)), [when]);
  return later;
}

/** Runs a task once the page has rendered content, also on a page that is never idle. */
export function afterContent(task: () => void): () => void {
  let over = false;
  void firstContent.then(() => over || task());
  return () => {
    over = true;
  };
}
