import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';

type Props = {
  title: string;
  onBack?: (() => void) | undefined;
  backLabel?: string | undefined;
  /** At the end of the header, such as a menu. */
  action?: ReactNode;
  /** As wide as a two-column page. */
  wide?: boolean | undefined;
};

/** The header of a page below the first level: back, title, at most one action. It stays on top while scrolling. */
export function PageHeader({ title, onBack, backLabel = 'Back', action, wide }: Props) {
  return (
    <header className="sticky top-0 z-20 bg-paper/92 backdrop-blur-md safe-top">
      <div
        className={cx(
          'mx-auto flex min-h-14 w-full max-w-2xl items-center gap-1 px-2 py-1.5',
          wide && 'lg:max-w-5xl',
        )}
      >
        {onBack && (
          <IconButton
            label={backLabel}
            icon={<ArrowLeft className="size-5.5 rtl:-scale-x-100" />}
            onClick={onBack}
          />
        )}
        <h1
          className={cx('min-w-0 flex-1 text-title wrap-break-word', !onBack && 'ps-3')}
          // Keeps the title's longest word on one line with large text sizes.
          style={{ fontSize: 'min(var(--text-title), 8vw)' }}
        >
          {title}
        </h1>
        {action}
      </div>
    </header>
  );
}
