import { useEffect } from 'react';
import { useVisibilityRequest } from '../features/presence/index.ts';
import { VisibilitySheet } from '../features/presence/components/visibility-sheet.tsx';

/** The visibility sheet; while one decides, the screen that follows it arrives. */
export default function Visibility() {
  const open = useVisibilityRequest() !== undefined;
  useEffect(() => {
    if (open) void import('../features/feed/screens/payment-success-screen.tsx').catch(() => undefined);
  }, [open]);
  return <VisibilitySheet />;
}
