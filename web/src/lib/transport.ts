import { REFUSAL_HEADER } from '@herenow/contract/refusals';
import { takeEarlyAnswer } from '../first-paint/early-answers.ts';
import { ApiError, NO_ANSWER, TOO_SLOW } from './api-error.ts';
import { hearTime } from './clock.ts';

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

/** In characters: browsers allow 64 KiB in total for requests that outlive a page. */
const KEPT_MAX = 20_000;

let leaving = false;

/** Makes all further requests outlive the page, which is about to close. Does no harm if the page stays. */
export function outlivePage(): void {
  leaving = true;
}

/** Sends a request. Throws only when there is no response, or an AbortError when the caller aborts. */
export function send(request: CallRequest): Promise<CallResponse> {
  return (request.by ?? sendPlain)(request);
}

async function sendPlain(request: CallRequest): Promise<CallResponse> {
  const { method, url, headers, body, signal, timeoutMs } = request;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const ahead = takeEarlyAnswer(request);
    const asked = Date.now();
    const response = await (ahead ??
      fetch(url, {
        method,
        headers,
        body: body ?? null,
        // A request from a closing page must not be lost with it. In tests of requests there is no page.
        keepalive:
          (leaving || globalThis.document?.hidden) &&
          (!body || (typeof body === 'string' && body.length <= KEPT_MAX)),
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
  }
}

/** Reads a `Retry-After` header. */
export function seconds(header: string | null): number | undefined {
  const value = Number(header);
  return header !== null && Number.isFinite(value) ? value : undefined;
}
