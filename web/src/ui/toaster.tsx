import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef, useState, type AnimationEvent, type ReactNode, type RefObject } from 'react';
import { cx } from './cx.ts';
import { iconButtonClass } from './icon-button.tsx';
import { Photo } from './photo.tsx';
import { PinMark } from './pin-mark.tsx';
import { close, remove, shownOf, toasts, type Toast } from './toast-list.ts';
import './toaster.css';
import type { ToastTone } from './toast.tsx';
import { useThrow } from './use-throw.ts';

export { lower, raise } from './toast-list.ts';

const SHOWN_MS = 5000;
/** How long those below take to move into the place of one that has gone. */
const COLLAPSE_MS = 160;

const icons: Record<ToastTone, ReactNode> = {
  pin: <PinMark className="size-6 text-signal" />,
  good: <CircleCheck aria-hidden className="size-5.5 text-good" />,
  bad: <CircleAlert aria-hidden className="size-5.5 text-signal-ink" />,
  plain: null,
};

/** The toasts, the newest on top. Alt+T leads there, and stops their clocks until Escape. */
export default function Toaster() {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const onKey = ({ altKey, code }: KeyboardEvent) => {
      if (altKey && code === 'KeyT') section.current?.querySelector<HTMLElement>('.toast')?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      toasts.set([]);
    };
  }, []);
  // It is there before it says anything: screen readers announce what is added to it.
  return (
    <section
      ref={section}
      aria-live="polite"
      aria-atomic="false"
      aria-relevant="additions text"
      aria-label="Notifications"
      className="toasts"
    >
      {shownOf(toasts.use())
        .toReversed()
        .map((toast) => (
          <OneToast key={toast.key} toast={toast} />
        ))}
    </section>
  );
}

function OneToast({ toast }: { toast: Toast }) {
  const { key, closing, tone, duration = SHOWN_MS } = toast;
  const box = useRef<HTMLDivElement>(null);
  // Its time begins once it has come in.
  const [running, setRunning] = useState(false);
  useClock(box, setRunning);
  const fade = () => close(key, 'fades');
  const onPointerDown = useThrow(box, {
    onDrag: () => setRunning(false),
    onRelease: (over) => setRunning(!over),
    onThrown: () => close(key, 'thrown'),
  });
  useEffect(() => {
    if (closing === 'thrown') collapse(box.current!, key);
  }, [closing, key]);
  const onAnimationEnd = ({ target, currentTarget }: AnimationEvent<HTMLElement>) => {
    // What moves inside it is its own affair.
    if (target !== currentTarget) return;
    if (closing) collapse(currentTarget, key);
    else setRunning(document.hasFocus());
  };
  return (
    <div
      ref={box}
      role={closing ? undefined : tone === 'bad' ? 'alert' : 'status'}
      tabIndex={0}
      className={cx('toast', closing === 'fades' ? 'toast-exit' : 'toast-enter')}
      onPointerDown={onPointerDown}
      onMouseEnter={() => setRunning(false)}
      onMouseLeave={() => setRunning(true)}
      onAnimationEnd={onAnimationEnd}
    >
      <ToastBody toast={toast} close={fade} />
      {duration !== false && (
        <span
          aria-hidden
          className="toast-clock"
          style={{ animationDuration: `${duration}ms`, animationPlayState: running ? 'running' : 'paused' }}
          onAnimationEnd={fade}
        />
      )}
    </div>
  );
}

/** Stops the clock of a toast while the window has no focus, and for whoever goes to the toasts by keyboard. */
function useClock(box: RefObject<HTMLElement | null>, setRunning: (running: boolean) => void): void {
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener('focus', () => setRunning(true), { signal });
    addEventListener('blur', () => setRunning(false), { signal });
    const onKey = ({ altKey, code, key }: KeyboardEvent) => {
      if (altKey && code === 'KeyT') setRunning(false);
      else if (key === 'Escape' && box.current?.parentElement?.contains(document.activeElement))
        setRunning(true);
    };
    document.addEventListener('keydown', onKey, { signal });
    return () => controller.abort();
  }, [box, setRunning]);
}

/** Lets what stands below a toast that is out of sight move up, and then removes it. */
function collapse(box: HTMLElement, key: number): void {
  const { height } = getComputedStyle(box);
  const [from, to] = [
    { minHeight: 0, height },
    { minHeight: 0, height: 0, paddingBlock: 0 },
  ];
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  box.animate([from, to], { duration: still ? 0 : COLLAPSE_MS, fill: 'forwards' }).onfinish = () =>
    remove(key);
}

function ToastBody({ toast, close }: { toast: Toast; close: () => void }) {
  const { content, tone = 'plain', photo, action } = toast;
  return (
    <>
      {photo ? <Photo photo={photo} alt="" sizes="60px" className="toast-photo" /> : icons[tone]}
      <div className="toast-text text-small font-medium">{content}</div>
      {action ? (
        <button
          type="button"
          onClick={() => {
            action.onClick?.();
            close();
          }}
          className="min-h-11 shrink-0 rounded-small px-3 text-small font-bold text-signal-ink hover:bg-sunken"
        >
          {action.label}
        </button>
      ) : (
        <button
          type="button"
          aria-label="Close"
          onClick={close}
          className={cx(iconButtonClass(), 'text-soft')}
        >
          <X className="size-4.5" />
        </button>
      )}
    </>
  );
}
