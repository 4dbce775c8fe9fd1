import type { Refusal } from '@herenow/contract/refusals';

/** A call that was refused (with its status and text), or got no answer at all (status 0). */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly text: string;
  /** Such as `Bad Request`; empty over HTTP/2. */
  readonly statusText: string;
  /** Seconds to wait before a retry, when the server says so. */
  readonly retryAfter: number | undefined;
  /** Which refusal it is; undefined from a server that sends only the sentence. */
  readonly code: string | undefined;

  constructor(
    status: number,
    text: string,
    { statusText = '', retryAfter, code }: Partial<Pick<ApiError, 'statusText' | 'retryAfter' | 'code'>> = {},
  ) {
    super(text);
    this.status = status;
    this.text = text;
    this.statusText = statusText;
    this.retryAfter = retryAfter;
    this.code = code;
  }
}

export const NO_TOKEN = 'No auth token found';
export const NO_USER_ID = 'No user id found';
export const NO_ANSWER = 'No connection. Please check your network and try again.';
export const TOO_SLOW = 'This is taking too long. Please try again.';

export function isStatus(error: unknown, ...statuses: number[]): error is ApiError {
  return error instanceof ApiError && statuses.includes(error.status);
}

export function isRefusal(error: unknown, { code, status, text }: Refusal): error is ApiError {
  return isStatus(error, status) && (error.code === undefined ? error.text === text : error.code === code);
}

/** Returns the server's message, or why no response arrived; else the given text. */
export function errorText(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.text !== '' ? error.text : otherwise;
}

/** Returns the server's message; for a refusal without one, `refused`; when no response arrived, `otherwise`. */
export function refusalText(error: unknown, otherwise: string, refused = otherwise): string {
  return error instanceof ApiError && error.status > 0 ? error.text || refused : otherwise;
}
