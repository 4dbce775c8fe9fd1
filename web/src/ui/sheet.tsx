import type { ReactNode } from 'react';
import { onceOpen } from './later.tsx';

const loadPanel = () => import('./sheet-panel.tsx');

export type SheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** A picture above the content; on a wide, low screen it stands beside all the rest. */
  scene?: ReactNode;
  children?: ReactNode;
  /** For long texts. */
  wide?: boolean | undefined;
  /** Buttons that stay visible below the scrolling content. */
  footer?: ReactNode;
};

/**
 * A bottom sheet on phones, a centred dialog from 768 px. It takes the focus and restores it on close. Its code loads
 * when the first sheet opens.
 */
export const Sheet = onceOpen<SheetProps>(loadPanel);

/** Preloads the code of sheets. */
export function preloadSheet(): void {
  void loadPanel().catch(() => undefined);
}
