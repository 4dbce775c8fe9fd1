import { Menu as Base, type MenuRoot } from '@base-ui/react/menu';
import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react';
import { cx } from './cx.ts';
import { useLayer } from './layers.ts';
import type { ActionMenuProps, MenuItem } from './menu.tsx';

/** The second tap of a double tap on what opens a menu comes within this time, and finds the menu over it. */
const TWICE_MS = 350;

const STEPS: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Moves the focus to the item beside the one that has it, in a ring. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = items.findIndex((item) => item === document.activeElement);
  items.at((at + step) % items.length)?.focus();
}

/** The panel that the menus of `menu.tsx` open. */
export default function MenuPanel({
  label,
  open,
  onOpenChange,
  anchor,
  items,
  row,
  returnTo,
}: ActionMenuProps) {
  const chosen = useRef<MenuItem>(undefined);
  const openedAt = useRef(0);
  const byKey = useRef(false);
  useLayer(open, () => onOpenChange(false));
  const onOpened = useEffectEvent(() => {
    chosen.current = undefined;
    openedAt.current = performance.now();
    byKey.current = [anchor, returnTo?.()].some((opener) => opener?.matches(':focus-visible'));
  });
  useEffect(() => {
    if (open) onOpened();
  }, [open]);
  const change = (next: boolean, details: MenuRoot.ChangeEventDetails) => {
    const again = details.reason === 'outside-press' && performance.now() - openedAt.current < TWICE_MS;
    if (again) details.cancel();
    else onOpenChange(next);
  };
  // While the menu closes, a second tap still finds its items.
  const choose = (item: MenuItem) => {
    if (chosen.current) return;
    chosen.current = item;
    item.onSelect();
  };
  return (
    <Base.Root open={open} onOpenChange={change}>
      {/* It lies outside the page's landmarks, so it is a landmark itself. */}
      <Base.Portal render={<section aria-label={label} />}>
        <Base.Positioner sideOffset={6} align="end" className="z-70 outline-none" anchor={anchor}>
          <Base.Popup
            aria-label={label}
            onFocus={({ currentTarget: popup }) => {
              if (!byKey.current) return;
              byKey.current = false;
              // Once the menu itself has taken the focus.
              queueMicrotask(() => popup.querySelector<HTMLElement>('[role=menuitem]')?.focus());
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Tab') return;
              // The focus would go to the page, under the open menu.
              event.preventDefault();
              onOpenChange(false);
            }}
            finalFocus={() => (chosen.current?.movesFocus ? false : (returnTo?.() ?? anchor ?? true))}
            className={cx(
              'max-h-(--available-height) min-w-48 origin-(--transform-origin) overflow-y-auto rounded-[18px] border border-line bg-raised p-1.5 text-ink shadow-float outline-none',
              'transition-[scale,opacity] duration-160 ease-out data-starting-style:scale-96 data-starting-style:opacity-0',
              'data-ending-style:scale-96 data-ending-style:opacity-0',
            )}
          >
            {row && (
              // Each item is a menu item, which takes the keys; the row only moves the focus among them.
              <div role="presentation" className="message-row" onKeyDown={moveAlong}>
                {row.map((item) => (
                  <Base.Item
                    key={item.label}
                    label={item.label}
                    aria-label={item.label}
                    data-chosen={item.chosen || undefined}
                    onClick={() => choose(item)}
                  >
                    {item.icon}
                  </Base.Item>
                ))}
              </div>
            )}
            {items.map((item) => (
              <Base.Item
                key={item.label}
                onClick={() => choose(item)}
                disabled={item.disabled}
                className={cx(
                  'flex min-h-11 cursor-pointer items-center gap-3 rounded-[12px] px-3 text-body select-none focus-visible:-outline-offset-2',
                  'data-highlighted:bg-sunken data-disabled:opacity-45',
                  item.danger && 'text-signal-ink',
                )}
              >
                {item.icon}
                {item.label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
