import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** A red box that says what went wrong, where it went wrong. It speaks up when its text appears. */
export function InlineError({ children }: { children?: ReactNode }) {
  return (
    <div role="alert" className="empty:hidden">
      {children && (
        <div className="flex gap-2.5 rounded-field bg-signal-tint p-3.5 text-small font-medium text-signal-ink">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <div className="min-w-0 flex-1">{children}</div>
        </div>
      )}
    </div>
  );
}
