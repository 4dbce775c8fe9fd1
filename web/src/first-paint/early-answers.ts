import type { CallRequest } from '../lib/transport.ts';

declare global {
  interface Window {
    /** Answers under way to requests that were made before the client came, by `keyOf`. */
    earlyAnswers?: Map<string, Promise<Response>> | undefined;
  }
}

const keyOf = ({ method, url, headers, body }: CallRequest) =>
  [method, url, headers['authorization'], typeof body === 'string' ? body : undefined].join(' ');

/** Makes a request before the client is there: whoever makes the same one first gets its answer. */
export function askEarly(request: CallRequest): Promise<Response> {
  const { method, url, headers, body, timeoutMs } = request;
  const answer = fetch(url, { method, headers, body: body ?? null, signal: AbortSignal.timeout(timeoutMs) });
  // It may fail before the client comes to hear of it.
  answer.catch(() => undefined);
  window.earlyAnswers ??= new Map();
  window.earlyAnswers.set(keyOf(request), answer);
  return answer;
}

/** The answer to a request that was made ahead; undefined if it was not, or is taken. */
export function takeEarlyAnswer(request: CallRequest): Promise<Response> | undefined {
  if (!window.earlyAnswers) return undefined;
  const key = keyOf(request);
  const answer = window.earlyAnswers.get(key);
  window.earlyAnswers.delete(key);
  return answer;
}

/** Nothing made ahead is of use any more. */
export function dropEarlyAnswers(): void {
  window.earlyAnswers = undefined;
}
