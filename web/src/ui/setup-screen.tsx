import { ArrowLeft } from 'lucide-react';
import type { FormEventHandler, ReactNode } from 'react';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { ProgressBar } from './progress-bar.tsx';

type Props = {
  title: string;
  text?: ReactNode;
  /** Left out where the screen is not part of the setup, as when it is opened from settings. */
  progress?: { step: number; of: number; label?: string | undefined } | undefined;
  onBack?: (() => void) | undefined;
  /** At the top right, such as `Skip`. */
  action?: ReactNode;
  children: ReactNode;
  /** The primary button, type `submit`; it stays at the bottom, above the keyboard. */
  footer: ReactNode;
  onSubmit?: FormEventHandler<HTMLFormElement> | undefined;
};

// From 768 px the screen is a card in the middle of the page instead of the page.
const screenClass = cx(
  'mx-auto flex min-h-[calc(100dvh-var(--bar,0px))] w-full max-w-lg flex-col',
  'md:my-[max(1.5rem,calc(50dvh-22rem))] md:min-h-[min(44rem,calc(100dvh-3rem))]',
  'md:rounded-card md:border md:border-line md:bg-raised md:shadow-float',
);
const footerClass = cx(
  'sticky bottom-(--bar,0px) z-10 flex flex-col gap-2.5 bg-linear-to-t from-paper from-75% to-transparent',
  'px-5 pt-6 pb-[max(1.25rem,env(safe-area-inset-bottom))] md:rounded-b-card md:from-raised md:px-8 md:pb-8',
);

/** One question a screen: progress on top, the question, the button pinned to the bottom. */
export function SetupScreen({ title, text, progress, onBack, action, children, footer, onSubmit }: Props) {
  return (
    <form noValidate onSubmit={onSubmit} className={screenClass}>
      <header className="safe-top md:pt-2">
        <div className="flex min-h-15 items-center gap-2 ps-2 pe-5">
          {onBack ? (
            <IconButton
              label="Back"
              icon={<ArrowLeft className="size-5.5 rtl:-scale-x-100" />}
              onClick={onBack}
            />
          ) : (
            <span className="w-3" />
          )}
          <div className="flex-1">{progress && <ProgressBar {...progress} />}</div>
          {action}
        </div>
      </header>
      <main className="flex-1 px-5 pt-4 pb-8 md:px-8">
        <h1 className="text-heading">{title}</h1>
        {text && <div className="mt-2 text-body text-soft">{text}</div>}
        <div className="mt-7 flex flex-col gap-5">{children}</div>
      </main>
      <footer className={footerClass}>{footer}</footer>
    </form>
  );
}
