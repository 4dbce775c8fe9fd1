import { useState, type ReactNode } from 'react';
import { later } from './later.tsx';

const load = () => import('./dialog-panel.tsx');
const DialogPanel = later(async () => ({ default: (await load()).DialogPanel }));
const ConfirmPanel = later(async () => ({ default: (await load()).ConfirmPanel }));

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
export function Dialog(props: DialogProps) {
  const wanted = useOnceOpen(props.open);
  return wanted ? <DialogPanel {...props} /> : null;
}

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
export function ConfirmDialog(props: ConfirmDialogProps) {
  const wanted = useOnceOpen(props.open);
  return wanted ? <ConfirmPanel {...props} /> : null;
}

function useOnceOpen(open: boolean): boolean {
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  return wanted || open;
}
