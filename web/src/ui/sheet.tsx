import { useState, type ReactNode } from 'react';
import { later } from './later.tsx';

const loadPanel = () => import('./sheet-panel.tsx');
const SheetPanel = later(loadPanel);

export type SheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** For long texts. */
  wide?: boolean | undefined;
  /** Buttons that stay in sight below what scrolls. */
  footer?: ReactNode;
  /** When false only the buttons inside close it: no swipe, no Escape, no click beside it. */
  dismissible?: boolean | undefined;
};

/**
 * A bottom sheet on phones, a centred dialog from 768 px. It takes the focus and gives it back. Its code
 * arrives with the first sheet that opens.
 */
export function Sheet(props: SheetProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  return wanted ? <SheetPanel {...props} /> : null;
}

/** Fetches what sheets need ahead of the first one, when the page has nothing better to do. */
export function preloadSheet(): void {
  void loadPanel().catch(() => undefined);
}
