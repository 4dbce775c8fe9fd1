import { Drawer } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import { cx } from './cx.ts';
import { iconButtonClass } from './icon-button.tsx';
import { usePanel } from './use-panel.ts';
import type { SheetProps } from './sheet.tsx';
import './panel.css';

const backdropClass = cx(
  'fixed inset-0 z-40 min-h-dvh bg-black opacity-[calc(0.5*(1-var(--drawer-swipe-progress,0)))]',
  'transition-opacity duration-240 ease-sheet data-swiping:duration-0 data-starting-style:opacity-0 data-ending-style:opacity-0',
);

// The sheet extends 3rem below the screen, so that overshooting an upward swipe never shows a gap.
const popupClass = cx(
  'panel relative flex w-full flex-col bg-raised text-ink shadow-float outline-none',
  '-mb-12 max-h-[calc(92dvh+3rem)] rounded-t-card pb-12',
  'transform-[translateY(var(--drawer-swipe-movement-y,0))] transition-[transform,opacity] duration-240 ease-sheet',
  'data-swiping:select-none data-swiping:duration-0',
  'data-starting-style:transform-[translateY(calc(100%-3rem))] data-ending-style:transform-[translateY(calc(100%-3rem))]',
  'md:mb-0 md:max-h-[min(48rem,94dvh)] md:rounded-card md:pb-0',
  'md:data-starting-style:transform-[translateY(16px)] md:data-starting-style:opacity-0',
  'md:data-ending-style:transform-[translateY(16px)] md:data-ending-style:opacity-0',
);

export default function SheetPanel(props: SheetProps) {
  const { open, onOpenChange, title, description, scene, children, footer, wide } = props;
  usePanel(open, () => onOpenChange(false));
  return (
    <Drawer.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Drawer.VirtualKeyboardProvider>
        <Drawer.Portal>
          <Drawer.Backdrop className={backdropClass} />
          <Drawer.Viewport className="fixed inset-0 z-40 flex items-end justify-center md:items-center md:p-6">
            <Drawer.Popup
              className={cx(
                popupClass,
                wide ? 'md:max-w-2xl' : 'md:max-w-md',
                Boolean(footer && (children || scene)) && 'side-by-side',
              )}
            >
              <div
                aria-hidden
                className="absolute inset-x-0 top-2 mx-auto h-1 w-10 rounded-chip bg-line md:hidden"
              />
              <Head title={title} description={description} />
              <Drawer.Content
                className={cx(
                  'content min-h-0 flex-1 touch-auto overflow-y-auto overscroll-contain px-5 pt-2 md:px-6',
                  footer ? 'pb-6' : 'pb-[max(1.25rem,env(safe-area-inset-bottom))]',
                )}
              >
                {scene ? (
                  <>
                    <div className="scene">{scene}</div>
                    <div className="rest">{children}</div>
                  </>
                ) : (
                  children
                )}
              </Drawer.Content>
              {footer && (
                <div className="foot relative flex shrink-0 flex-col gap-2.5 px-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] [--ground:var(--raised)] md:rounded-b-card md:px-6 md:pb-6">
                  {footer}
                </div>
              )}
            </Drawer.Popup>
          </Drawer.Viewport>
        </Drawer.Portal>
      </Drawer.VirtualKeyboardProvider>
    </Drawer.Root>
  );
}

function Head({ title, description }: Pick<SheetProps, 'title' | 'description'>) {
  return (
    <div className="head shrink-0 px-5 pt-5 pb-2 md:px-6">
      <div className="-me-2.5 flex min-h-11 items-start gap-3">
        <Drawer.Title
          className="min-w-0 flex-1 pt-2 text-title"
          style={{ fontSize: 'min(var(--text-title), 8vw)' }}
        >
          {title}
        </Drawer.Title>
        <Drawer.Close aria-label="Close" title="Close" className={cx(iconButtonClass(), 'close')}>
          <X className="size-5" />
        </Drawer.Close>
      </div>
      {description && (
        <Drawer.Description className="text-body text-balance text-soft">{description}</Drawer.Description>
      )}
    </div>
  );
}
