import type { Request } from './transport.ts';

declare global {
  interface Window {
    /** Answers under way to requests that were made before the client came, by `keyOf`. */
    headStart?: Map<string, Promise<Response>> | undefined;
  }
}

const keyOf = ({ method, url, headers, body }: Request) =>
  [method, url, headers['authorization'], typeof body === 'string' ? body : undefined].join(' ');

/** Makes a request before the client is there: whoever makes the same one first gets its answer. */
export function giveHeadStart(request: Request): Promise<Response> {
  const { method, url, headers, body, timeoutMs } = request;
  const answer = fetch(url, { method, headers, body: body ?? null, signal: AbortSignal.timeout(timeoutMs) });
  // It may fail before the client comes to hear of it.
  answer.catch(() => undefined);
  window.headStart ??= new Map();
  window.headStart.set(keyOf(request), answer);
  return answer;
}

/** The answer to a request that was made ahead. */
export function takeHeadStart(request: Request): Promise<Response> | undefined {
  if (!window.headStart) return undefined;
  const key = keyOf(request);
  const answer = window.headStart.get(key);
  window.headStart.delete(key);
  return answer;
}

/** Nothing made ahead is of use any more. */
export function endHeadStart(): void {
  window.headStart = undefined;
}
