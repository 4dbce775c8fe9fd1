export { PresenceBanner } from './components/presence-banner.tsx';
export { StatusControl, usePresenceExpiry } from './components/status-control.tsx';
export { showPresenceBanner } from './banner-store.ts';
export { openVisibility, useVisibilityRequest } from './sheet-store.ts';
export { countdown, isActive, isOnline, remainingMs, statusOf } from './visibility.ts';
