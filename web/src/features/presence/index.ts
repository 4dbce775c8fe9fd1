export { PresenceBanner } from './components/presence-banner.tsx';
export { PresenceExpiry } from './components/presence-expiry.tsx';
export { StatusControl } from './components/status-control.tsx';
export { showPresenceBanner } from './banner-store.ts';
export { openVisibility, useVisibilityRequest } from './sheet-store.ts';
export { countdown, isActive, isEndAsked, isOnline, minutesIn, remainingMs, statusOf } from './visibility.ts';
