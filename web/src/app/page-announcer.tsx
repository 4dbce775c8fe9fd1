import { useEffect, useRef, useState } from 'react';
import { useLocation } from '../lib/navigation.tsx';
import { pageAt, titleOf } from '../pages.ts';
import { focusMain } from '../ui/focus-main.ts';

/** Sets the tab's title, announces the page to screen readers and moves the focus, as loading a new document would. */
export function PageAnnouncer() {
  const { pathname } = useLocation();
  const [announced, setAnnounced] = useState('');
  const first = useRef(true);
  useEffect(() => {
    const title = titleOf(pageAt(pathname));
    document.title = title;
    if (first.current) {
      first.current = false;
      return;
    }
    setAnnounced(title);
    if (document.activeElement === document.body) focusMain();
  }, [pathname]);
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  );
}
