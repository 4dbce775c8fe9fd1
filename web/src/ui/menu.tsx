import { Menu as Base } from '@base-ui/react/menu';
import { useRef, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { iconButtonClass, type IconButtonTone } from './icon-button.tsx';

export type MenuItem = {
  label: string;
  onSelect: () => void;
  icon?: ReactNode;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Choosing it puts the focus somewhere by itself, so that it does not return to the opener. */
  movesFocus?: boolean | undefined;
};

type MenuProps = {
  /** What the menu is for, such as `More`. */
  label: string;
  icon: ReactNode;
  items: readonly MenuItem[];
  tone?: IconButtonTone | undefined;
  className?: string | undefined;
};

/** A round button that opens a list of actions. */
export function Menu({ label, icon, items, tone, className }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger aria-label={label} title={label} className={cx(iconButtonClass(tone), className)}>
        {icon}
      </Base.Trigger>
      <MenuPopup items={items} label={label} />
    </Base.Root>
  );
}

type ActionMenuProps = {
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What the menu hangs on, such as the message that was pressed long. */
  anchor: HTMLElement | null;
  items: readonly MenuItem[];
};

/** The same list, opened by something else than its own button. */
export function ActionMenu({ label, open, onOpenChange, anchor, items }: ActionMenuProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <MenuPopup items={items} anchor={anchor} label={label} />
    </Base.Root>
  );
}

type PopupProps = { items: readonly MenuItem[]; anchor?: HTMLElement | null; label: string };

function MenuPopup({ items, anchor, label }: PopupProps) {
  const chosen = useRef<MenuItem>(undefined);
  return (
    // Outside of the page's landmarks, so it is one of its own.
    <Base.Portal render={<section aria-label={label} />}>
      <Base.Positioner
        sideOffset={6}
        align="end"
        className="z-50 outline-none"
        {...(anchor ? { anchor } : {})}
      >
        <Base.Popup
          aria-label={label}
          // A menu with a button of its own returns there by itself, unless what was chosen took the focus.
          {...(anchor && { finalFocus: () => (chosen.current?.movesFocus ? false : anchor) })}
          className={cx(
            'min-w-48 origin-(--transform-origin) rounded-[18px] border border-line bg-raised p-1.5 text-ink shadow-float outline-none',
            'transition-[scale,opacity] duration-160 ease-out data-starting-style:scale-94 data-starting-style:opacity-0',
            'data-ending-style:scale-97 data-ending-style:opacity-0',
          )}
        >
          {items.map((item) => (
            <Base.Item
              key={item.label}
              onClick={() => {
                chosen.current = item;
                item.onSelect();
              }}
              disabled={item.disabled}
              className={cx(
                'flex min-h-11 cursor-pointer items-center gap-3 rounded-[12px] px-3 text-body outline-none select-none',
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
  );
}
