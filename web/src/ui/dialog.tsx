import type { ReactNode } from 'react';
import { onceOpen } from './later.tsx';

const load = () => import('./dialog-panel.tsx');

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** A picture above the content; on a wide, low screen it stands beside all the rest. */
  scene?: ReactNode;
  children: ReactNode;
  footer: ReactNode;
};

/** Fills a phone's screen and is centred on wider ones: for tools that handle every touch themselves. */
export const Dialog = onceOpen<DialogProps>(async () => ({ default: (await load()).DialogPanel }));

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  confirmText: string;
  cancelText?: string | undefined;
  /** Runs on confirm; the caller closes the dialog, so that it can show a failure inside it. */
  onConfirm: () => void;
  busy?: boolean | undefined;
  busyText?: string | undefined;
  error?: string | undefined;
  danger?: boolean | undefined;
};

/** Asks for confirmation before an action that cannot be undone. Only its two buttons and Escape close it. */
export const ConfirmDialog = onceOpen<ConfirmDialogProps>(async () => ({
  default: (await load()).ConfirmPanel,
}));
