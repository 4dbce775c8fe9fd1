import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** A red box that shows an error next to its cause. Screen readers announce it when its text appears. */
export function InlineError({ children }: { children?: ReactNode }) {
  return (
    <div role="alert" className="empty:hidden">
      {children && (
        <div className="flex gap-2.5 rounded-field bg-signal-tint p-3.5 text-small font-medium text-signal-ink">
          <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
          <div className="min-w-0 flex-1">{children}</div>
        </div>
      )}
    </div>
  );
}
