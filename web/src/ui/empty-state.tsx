import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { PinScene } from './pin-scene.tsx';

type Props = {
  title: string;
  /** A drawing instead of the pin. */
  scene?: ReactNode;
  /** What the user can do next. */
  text?: ReactNode;
  action?: ReactNode;
  /** `h1` where it fills the whole page. */
  heading?: 'h1' | 'h2' | undefined;
  /** Centres it on the page instead of placing it at the top of its container. */
  page?: boolean | undefined;
  /** It is empty because something went wrong. */
  failed?: boolean | undefined;
};

export function EmptyState({ title, scene, text, action, heading: Heading = 'h2', page, failed }: Props) {
  return (
    <div
      role={failed ? 'alert' : undefined}
      className={cx(
        'mx-auto flex w-full max-w-sm min-w-0 flex-col items-center px-5 text-center',
        page ? 'empty min-h-[calc(100dvh-12rem)] justify-center py-4' : 'py-12',
      )}
    >
      {(page || !failed) && (scene ?? <PinScene quiet={failed} />)}
      <Heading className="mt-6 text-title">{title}</Heading>
      {text && <p className="mt-2 text-body text-balance text-soft">{text}</p>}
      {action && <div className="mt-6 w-full">{action}</div>}
    </div>
  );
}
