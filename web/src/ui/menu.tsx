import { useRef, useState, type ReactNode } from 'react';
import { IconButton, type IconButtonTone } from './icon-button.tsx';
import { onceOpen } from './later.tsx';

const loadPanel = () => import('./menu-panel.tsx');

export type MenuItem = {
  label: string;
  onSelect: () => void;
  icon?: ReactNode;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Whether it is the current setting. */
  chosen?: boolean | undefined;
  /** Choosing it moves the focus by itself, so the focus does not return to the opener. */
  movesFocus?: boolean | undefined;
};

type MenuProps = {
  /** The purpose of the menu, such as `More`. */
  label: string;
  icon: ReactNode;
  items: readonly MenuItem[];
  tone?: IconButtonTone | undefined;
  className?: string | undefined;
};

/** A round button that opens a list of actions. */
export function Menu({ label, icon, items, tone, className }: MenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        icon={icon}
        tone={tone}
        className={className}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
        onPointerEnter={preloadMenu}
        onFocus={preloadMenu}
      />
      <ActionMenu label={label} open={open} onOpenChange={setOpen} anchor={button.current} items={items} />
    </>
  );
}

export type ActionMenuProps = {
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The element that the menu is attached to, such as the message that was long-pressed. */
  anchor: HTMLElement | null;
  items: readonly MenuItem[];
  /** Where the focus goes on close; to the anchor by default. */
  returnTo?: (() => HTMLElement | null) | undefined;
  /** Shown above the items as a row of icons. */
  row?: readonly MenuItem[] | undefined;
};

/** The same list, opened by something other than its own button. Its code loads when the first one opens. */
export const ActionMenu = onceOpen<ActionMenuProps>(loadPanel);

/** Preloads the code of menus. */
function preloadMenu(): void {
  void loadPanel().catch(() => undefined);
}
