import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { cssTransition, toast, ToastContainer, type Id } from 'react-toastify/unstyled';
import { cx } from './cx.ts';
import { iconButtonClass } from './icon-button.tsx';
import { Photo } from './photo.tsx';
import { PinMark } from './pin-mark.tsx';
import './toaster.css';
import type { ToastOptions, ToastTone } from './toast.tsx';

const slide = cssTransition({ enter: 'toast-enter', exit: 'toast-exit', collapseDuration: 160 });

const icons: Record<ToastTone, ReactNode> = {
  pin: <PinMark className="size-6 text-signal" />,
  good: <CircleCheck aria-hidden="true" className="size-5.5 text-good" />,
  bad: <CircleAlert aria-hidden="true" className="size-5.5 text-signal-ink" />,
  plain: null,
};

export default function Toaster() {
  useEffect(() => () => open.clear(), []);
  return (
    <ToastContainer
      position="top-right"
      autoClose={5000}
      draggable
      draggablePercent={80}
      transition={slide}
      hideProgressBar
      closeButton={false}
      newestOnTop
      limit={4}
      aria-label="Notifications"
    />
  );
}

/**
 * The library's ids of the toasts that are shown or waiting, by our ids. A toast that is closing is no longer in here:
 * until it is gone, the library would show no other with its id.
 */
const open = new Map<string, Id>();

export function raise(id: string, content: ReactNode, options: ToastOptions): void {
  if (open.has(id)) return;
  const { tone = 'plain', photo, duration, action } = options;
  const own = toast(
    ({ closeToast }) => <ToastBody {...{ content, tone, photo, action, close: () => closeToast() }} />,
    {
      role: tone === 'bad' ? 'alert' : 'status',
      icon: false,
      closeOnClick: false,
      ...(duration !== undefined && { autoClose: duration }),
      onClose: () => {
        if (open.get(id) === own) open.delete(id);
      },
    },
  );
  open.set(id, own);
}

export function lower(part: string): void {
  for (const [id, own] of open)
    if (id.includes(part)) {
      open.delete(id);
      toast.dismiss(own);
    }
}

type BodyProps = {
  content: ReactNode;
  tone: ToastTone;
  photo: ToastOptions['photo'];
  action: ToastOptions['action'];
  close: () => void;
};

function ToastBody({ content, tone, photo, action, close }: BodyProps) {
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
