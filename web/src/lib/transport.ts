import { REFUSAL_HEADER } from '@herenow/contract/refusals';
import { takeEarlyAnswer } from '../first-paint/early-answers.ts';
import { ApiError, NO_ANSWER, TOO_SLOW } from './api-error.ts';
import { clockReading, hearTime } from './clock.ts';

export type CallRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | FormData | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs: number;
  /** Sends the request in place of `fetch`. */
  by?: ((request: CallRequest) => Promise<CallResponse>) | undefined;
};
export type CallResponse = {
  status: number;
  /** Such as `Bad Request`; empty over HTTP/2. */
  statusText: string;
  text: string;
  retryAfter?: number | undefined;
  /** Which refusal it is. */
  code?: string | undefined;
  /** Missing for an upload. */
  headers?: Headers;
};

/** In bytes: a browser refuses a request that outlives its page if all such bodies in flight are longer together. */
const KEPT_MAX = 65_536;
/** The most bytes that UTF-8 needs for one character of `length`. */
const CHARACTER_BYTES = 3;

/** The bytes of these bodies, at most. */
let kept = 0;

/** Sends a request. Throws only when there is no response, or an AbortError when the caller aborts. */
export function send(request: CallRequest): Promise<CallResponse> {
  return (request.by ?? sendPlain)(request);
}

async function sendPlain(request: CallRequest): Promise<CallResponse> {
  const { method, url, headers, body, signal, timeoutMs } = request;
  const timeout = AbortSignal.timeout(timeoutMs);
  const bytes = typeof body === 'object' ? Infinity : (body?.length ?? 0) * CHARACTER_BYTES;
  // A change, such as a block, must not be lost with a page that is closed or reloaded right after it.
  const keepalive = method !== 'GET' && kept + bytes <= KEPT_MAX;
  if (keepalive) kept += bytes;
  try {
    const ahead = takeEarlyAnswer(request);
    const asked = clockReading();
    const response = await (ahead ??
      fetch(url, {
        method,
        headers,
        body: body ?? null,
        keepalive,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      }));
    // A response fetched early may have waited here.
    hearTime(response.headers.get('date'), ahead ? undefined : asked);
    const { status, statusText, ok } = response;
    const text = await response.text();
    // A network that wants a sign-in first answers everything with a page of its own.
    if (ok && /^\s*</.test(text)) throw new Error(text);
    return {
      status,
      statusText,
      text,
      retryAfter: seconds(response.headers.get('retry-after')),
      code: response.headers.get(REFUSAL_HEADER) ?? undefined,
      headers: response.headers,
    };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, timeout.aborted ? TOO_SLOW : NO_ANSWER);
  } finally {
    if (keepalive) kept -= bytes;
  }
}

/** Reads a `Retry-After` header. */
export function seconds(header: string | null): number | undefined {
  const value = Number(header);
  return header !== null && Number.isFinite(value) ? value : undefined;
}
