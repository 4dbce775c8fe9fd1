import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import type { ConfirmDialogProps, DialogProps } from './dialog.tsx';
import { iconButtonClass } from './icon-button.tsx';
import { InlineError } from './inline-error.tsx';
import { usePanel } from './use-panel.ts';
import './panel.css';

const backdropClass = cx(
  'fixed inset-0 z-40 min-h-dvh bg-black/50 transition-opacity duration-200',
  'data-starting-style:opacity-0 data-ending-style:opacity-0',
);
const popupClass = cx(
  'flex w-full flex-col bg-raised text-ink shadow-float outline-none transition-[scale,opacity] duration-200 ease-out',
  'data-starting-style:scale-96 data-starting-style:opacity-0 data-ending-style:scale-96 data-ending-style:opacity-0',
);

export function DialogPanel(props: DialogProps) {
  const { open, onOpenChange, title, scene, children, footer } = props;
  usePanel(open, () => onOpenChange(false));
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Viewport className="fixed inset-0 z-40 grid place-items-center md:p-6">
          <Base.Popup
            className={cx(
              popupClass,
              'relative h-dvh md:h-auto md:max-h-[92dvh] md:max-w-xl md:rounded-card',
              Boolean(footer) && 'side-by-side',
            )}
          >
            <div className="head flex shrink-0 items-start gap-3 ps-5 pe-2.5 pt-[max(1rem,env(safe-area-inset-top))] pb-2 md:ps-6 md:pe-3.5">
              <Base.Title className="min-w-0 flex-1 pt-2 text-title">{title}</Base.Title>
              <Base.Close aria-label="Close" title="Close" className={cx(iconButtonClass(), 'close')}>
                <X className="size-5" />
              </Base.Close>
            </div>
            <div className="content min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5 md:px-6">
              {scene && <div className="scene">{scene}</div>}
              <div className="rest">{children}</div>
            </div>
            <div className="foot relative flex shrink-0 flex-col gap-2.5 rounded-b-[inherit] px-5 [--ground:var(--raised)] pb-[max(1.25rem,env(safe-area-inset-bottom))] md:px-6 md:pb-6">
              {footer}
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

export function ConfirmPanel(props: ConfirmDialogProps) {
  const { open, title, description, confirmText, cancelText = 'Cancel', onConfirm, busy } = props;
  // What is under way can no longer be called off.
  const close = () => busy || props.onOpenChange(false);
  usePanel(open, close);
  const popup = useRef<HTMLDivElement>(null);
  /** The first button; but the whole dialog if it is taller than the screen, which would scroll to that button. */
  const initialFocus = () => {
    const { scrollHeight = 0, clientHeight = 0 } = popup.current ?? {};
    return scrollHeight > clientHeight ? popup.current : true;
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={close}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropClass} />
        <AlertDialog.Viewport className="fixed inset-0 z-40 grid place-items-center p-5">
          <AlertDialog.Popup
            ref={popup}
            initialFocus={initialFocus}
            className={cx(popupClass, 'max-h-[88dvh] max-w-sm gap-2 overflow-y-auto rounded-card p-6')}
          >
            <AlertDialog.Title className="text-title">{title}</AlertDialog.Title>
            <AlertDialog.Description className="text-body text-balance text-soft">
              {description}
            </AlertDialog.Description>
            <div className="mt-4 flex flex-col-reverse gap-2.5">
              <AlertDialog.Close disabled={busy} render={<Button variant="ghost" block />}>
                {cancelText}
              </AlertDialog.Close>
              <Button
                variant={props.danger ? 'danger' : 'primary'}
                block
                busy={busy}
                busyText={props.busyText}
                onClick={onConfirm}
              >
                {confirmText}
              </Button>
              <InlineError>{props.error}</InlineError>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
