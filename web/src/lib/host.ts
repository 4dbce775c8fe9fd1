/** Where requests go: this page's own server, or another one that the client was built for. */
const given: string = import.meta.env?.VITE_API_BASE ?? '';
// A build for its own server keeps nothing of the rest.
const base = given && given.replace(/\/$/, '');

/** Another server may be behind a tunnelling service that shows browsers a warning first. */
export const hostHeaders: Readonly<Record<string, string>> =
  base === '' ? {} : { 'ngrok-skip-browser-warning': 'true' };

export function apiUrl(path: string): string {
  return base + path;
}

export function socketUrl(path: string): string {
  const url = new URL(base + path, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}
