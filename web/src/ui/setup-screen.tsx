import { useEffect, useState, type FormEventHandler, type ReactNode } from 'react';
import { useLocation } from '../lib/navigation.tsx';
import { cx } from './cx.ts';
import { BackButton } from './back-button.tsx';
import { Logo } from './logo.tsx';
import { PinScene } from './pin-scene.tsx';
import { ProgressBar } from './progress-bar.tsx';
import './setup-screen.css';

/** A tap this soon after a change of screens was meant for the previous screen. */
const SAME_TAP_MS = 500;

type Props = {
  title: string;
  text?: ReactNode;
  /** Missing if the screen is not part of the setup, for example when opened from the settings. */
  progress?: { step: number; of: number } | undefined;
  /** The screen is beside the navigation: a column of a page, not a page of its own. */
  inside?: boolean | undefined;
  /** Without a progress, the product's name is in its place. */
  named?: boolean | undefined;
  /** Rendered above the tagline on wide screens; the pin by default. */
  beside?: ReactNode;
  onBack?: (() => void) | undefined;
  children: ReactNode;
  /** The primary button, type `submit`; it stays at the bottom, above the keyboard. */
  footer: ReactNode;
  onSubmit: FormEventHandler<HTMLFormElement>;
};

/**
 * Shows one question per screen: progress on top, the question, the button pinned to the bottom. On wide screens the
 * form is beside the tagline and its button follows the fields.
 */
export function SetupScreen(props: Props) {
  const { title, text, progress, inside = false, named, beside, onBack, children, footer, onSubmit } = props;
  const settled = useSettled();
  return (
    <div className={cx(!inside && 'lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]')}>
      {!inside && <Tagline>{beside ?? <PinScene className="w-[min(30rem,34vw)] self-center" />}</Tagline>}
      <form
        ref={leadOn}
        noValidate
        onSubmit={onSubmit}
        className="setup mx-auto flex min-h-[calc(100dvh-var(--bar,0px))] w-full max-w-lg flex-col md:pt-[max(1.5rem,9dvh)]"
      >
        <header className="safe-top">
          <div className={cx('flex min-h-15 items-center gap-2 pe-5', onBack ? 'ps-2' : 'ps-5')}>
            {onBack && <BackButton onClick={onBack} />}
            <div className="flex-1">
              {progress ? <ProgressBar {...progress} /> : named && <Logo className="name lg:hidden" />}
            </div>
          </div>
        </header>
        <main className="flex-1 px-5 pt-4 pb-8 md:flex-none">
          <div className="question">
            <h1 className="text-heading">{title}</h1>
            {text && <div className="mt-2 text-body text-balance text-soft">{text}</div>}
          </div>
          <div className="answers mt-7 flex flex-col gap-5">{children}</div>
        </main>
        <footer
          inert={!settled}
          className="foot docked z-10 flex flex-col gap-2.5 px-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] md:pb-8"
        >
          {footer}
        </footer>
      </form>
    </div>
  );
}

/** While something is missing, Enter leads to the next field; on a phone no other key could. */
function leadOn(form: HTMLFormElement): () => void {
  const lead = ({ key, isComposing, target }: KeyboardEvent) => {
    if (key !== 'Enter' || isComposing || !form.querySelector('[type=submit]:disabled')) return;
    const fields = [...form.querySelectorAll<HTMLElement>('input, select, textarea')];
    const at = fields.findIndex((field) => field === target);
    if (at >= 0) fields[at + 1]?.focus();
  };
  form.addEventListener('keydown', lead);
  return () => form.removeEventListener('keydown', lead);
}

/** Returns false while the second of two quick taps may still come. */
function useSettled(): boolean {
  const { key } = useLocation();
  const [settled, setSettled] = useState(key === 'default');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SAME_TAP_MS);
    return () => clearTimeout(timer);
  }, []);
  return settled;
}

/** The tagline over a night scene, for screens with room beside the form. */
function Tagline({ children }: { children: ReactNode }) {
  return (
    <aside
      aria-hidden
      className="sticky top-0 hidden h-dvh flex-col justify-between overflow-hidden border-e border-line bg-paper p-12 text-ink scheme-dark lg:flex"
    >
      <Logo />
      {children}
      <p className="font-display text-display font-extrabold tracking-tight whitespace-pre-line">
        {'Real people,\nright now,\nno algorithms'}
      </p>
    </aside>
  );
}
