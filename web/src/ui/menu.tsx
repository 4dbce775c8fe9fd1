import { useRef, useState, type ReactNode } from 'react';
import { IconButton, type IconButtonTone } from './icon-button.tsx';
import { later } from './later.tsx';

const loadPanel = () => import('./menu-panel.tsx');
const MenuPanel = later(loadPanel);

export type MenuItem = {
  label: string;
  onSelect: () => void;
  icon?: ReactNode;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** It is what is set now. */
  chosen?: boolean | undefined;
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
  /** What the menu hangs on, such as the message that was pressed long. */
  anchor: HTMLElement | null;
  items: readonly MenuItem[];
  /** Where the focus goes when it closes; to the anchor by default. */
  returnTo?: (() => HTMLElement | null) | undefined;
  /** Above the items, side by side: shown by their icons. */
  row?: readonly MenuItem[] | undefined;
};

/** The same list, opened by something else than its own button. Its code arrives with the first one that opens. */
export function ActionMenu(props: ActionMenuProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  return wanted ? <MenuPanel {...props} /> : null;
}

/** Fetches what menus need ahead of the first one. */
export function preloadMenu(): void {
  void loadPanel().catch(() => undefined);
}
