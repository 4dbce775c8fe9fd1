import type { AnswerOf, Call } from '@herenow/contract/call';
import { ApiError, NO_TOKEN } from './api-error.ts';
import { renewToken } from './token-refresh.ts';
import { requestOf, type CallOptions } from './request.ts';
import { session } from './session.ts';
import { send, type CallResponse } from './transport.ts';

export { ApiError, errorText, isRefusal, isStatus, refusalText } from './api-error.ts';

/**
 * Makes a call of the contract and returns its answer. Throws an `ApiError` for anything but success, and an
 * AbortError when `signal` aborts.
 */
export async function api<C extends Call>(call: C, options: CallOptions<C>): Promise<AnswerOf<C>> {
  const once = (token: string | null) => send(requestOf(call, options, token));
  if (call.auth === 'none') return answerOf(call, options, await once(null));
  return answerOf(call, options, await withToken(once, options));
}

/**
 * Makes a request with the user's token, and once more with a new one if that has expired. An answer that arrives after
 * a sign-out never comes to the caller, so the next user of the device is told nothing of it.
 */
export async function withToken<Response extends { status: number }>(
  once: (token: string) => Promise<Response>,
  { signal, late }: Pick<CallOptions<Call>, 'signal' | 'late'> = {},
): Promise<Response> {
  const { token, userId } = session.get();
  if (!token) throw new ApiError(401, NO_TOKEN);
  try {
    const response = await once(token);
    if (response.status !== 401) return response;
    const next = await renewToken(token);
    signal?.throwIfAborted();
    return await once(next);
  } finally {
    if (!late && userId !== session.get().userId) await new Promise(() => {});
  }
}

function answerOf<C extends Call>(
  call: C,
  { onHeaders }: CallOptions<C>,
  { status, text, headers, ...more }: CallResponse,
): AnswerOf<C> {
  if (status < 200 || status > 299) throw new ApiError(status, plain(text), more);
  if (headers) onHeaders?.(headers);
  if (call.answer === 'nothing') return undefined as AnswerOf<C>;
  if (call.answer === 'text') return text as AnswerOf<C>;
  return JSON.parse(text) as AnswerOf<C>;
}

/** Drops the error page of a proxy between client and server: it is not a sentence for people. */
function plain(text: string): string {
  return text.length < 500 && !text.trimStart().startsWith('<') ? text.trim() : '';
}
