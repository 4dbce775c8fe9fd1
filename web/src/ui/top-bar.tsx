import type { ReactNode } from 'react';
import { Link } from '../lib/navigation.tsx';
import { Logo } from './logo.tsx';

type Props = {
  /** Of a page with several columns; a heading in one of them says it to screen readers. */
  title?: string | false;
  /** Where the logo leads. */
  home: string;
  /** At the end of the bar: the filter icon and the status button. */
  children?: ReactNode;
};

/** The bar on top of the first-level pages. */
export function TopBar({ title, home, children }: Props) {
  return (
    <header className="sticky top-0 z-20 bg-paper/92 frosted safe-top">
      <div className="flex min-h-16 flex-wrap items-center justify-end gap-2 gutter">
        {title && (
          <p aria-hidden className="font-display text-heading font-bold">
            {title}
          </p>
        )}
        {/* If the name does not fit, it wraps out of view and the mark stays. */}
        <Link
          to={home}
          aria-label="Herenow"
          className="-m-2 min-w-11.5 flex-1 rounded-field p-2 lg:invisible"
        >
          <Logo className="h-[1.35em] flex-wrap overflow-hidden" />
        </Link>
        {children}
      </div>
    </header>
  );
}
