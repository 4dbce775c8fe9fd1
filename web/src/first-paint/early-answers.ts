import type { CallRequest } from '../lib/transport.ts';

declare global {
  interface Window {
    /** Pending answers to requests that were made before the client loaded, by `keyOf`. */
    earlyAnswers?: Map<string, Promise<Response>> | undefined;
  }
}

const keyOf = ({ method, url, headers, body }: CallRequest) =>
  [method, url, headers['authorization'], typeof body === 'string' ? body : undefined].join(' ');

/** Sends a request before the client has loaded. The first caller that makes the same request gets its response. */
export function askEarly(request: CallRequest): Promise<Response> {
  const { method, url, headers, body, timeoutMs } = request;
  const answer = fetch(url, { method, headers, body: body ?? null, signal: AbortSignal.timeout(timeoutMs) });
  // It may reject before the client handles it.
  answer.catch(() => undefined);
  window.earlyAnswers ??= new Map();
  window.earlyAnswers.set(keyOf(request), answer);
  return answer;
}

/** Returns the answer to a request that was made early; undefined if it was not made, or is taken already. */
export function takeEarlyAnswer(request: CallRequest): Promise<Response> | undefined {
  if (!window.earlyAnswers) return undefined;
  const key = keyOf(request);
  const answer = window.earlyAnswers.get(key);
  window.earlyAnswers.delete(key);
  return answer;
}

/** Forgets all early answers: from now on they would be stale. */
export function dropEarlyAnswers(): void {
  window.earlyAnswers = undefined;
}
