import type { AnswerOf, BodyInput, Call, ParamsOf, QueryInput } from '@herenow/contract/call';
import { ApiError, NO_TOKEN } from './api-error.ts';
import { apiUrl, hostHeaders } from './host.ts';
import { renewToken } from './refresh.ts';
import { session } from './session.ts';
import { send, type Response } from './transport.ts';

export { ApiError, errorText, isStatus, refusalText } from './api-error.ts';

const TIMEOUT_MS = 20_000;
const UPLOAD_TIMEOUT_MS = 180_000;

type BodyOption<C extends Call> =
  undefined extends BodyInput<C> ? { body?: BodyInput<C> } : { body: BodyInput<C> };
type QueryOption<C extends Call> = { query?: QueryInput<C> };
type ParamsOption<C extends Call> = keyof ParamsOf<C> extends never
  ? { params?: undefined }
  : { params: ParamsOf<C> };
type FilesOption<C extends Call> = C extends { multipart: true }
  ? { images: readonly Blob[]; onProgress?: (share: number) => void }
  : { images?: undefined; onProgress?: undefined };

export type CallOptions<C extends Call> = BodyOption<C> &
  QueryOption<C> &
  ParamsOption<C> &
  FilesOption<C> & { signal?: AbortSignal | undefined; timeoutMs?: number | undefined };

/**
 * Makes a call of the contract and answers what it answers. Anything but success throws an `ApiError`; giving up
 * by `signal` throws an AbortError. An expired token is renewed once and the call made once more.
 */
export async function api<C extends Call>(call: C, options: CallOptions<C>): Promise<AnswerOf<C>> {
  const once = (token: string | null) => send(requestOf(call, options, token));
  if (call.auth === 'none') return answerOf(call, await once(null));

  const { token } = session.get();
  if (!token) throw new ApiError(401, NO_TOKEN);
  let response = await once(token);
  if (response.status === 401) {
    const next = await renewToken(token);
    options.signal?.throwIfAborted();
    response = await once(next);
  }
  return answerOf(call, response);
}

/** The address of a call: its path with the parameters in place, and the query. */
export function pathOf(call: Call, params: object = {}, query: object = {}): string {
  const filled = call.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = (params as Record<string, string | undefined>)[name];
    if (value === undefined) throw new Error(`${call.path} needs the parameter ${name}.`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

function requestOf<C extends Call>(call: C, options: CallOptions<C>, token: string | null) {
  const headers: Record<string, string> = { ...hostHeaders };
  if (token) headers.authorization = `Bearer ${token}`;
  let body: string | FormData | undefined;
  if (call.multipart) {
    body = formOf(options.body, options.images ?? []);
  } else if (options.body !== undefined) {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(options.body);
  }
  return {
    method: call.method,
    url: apiUrl(pathOf(call, options.params, options.query)),
    headers,
    body,
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? (call.multipart ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS),
    onProgress: options.onProgress,
  };
}

function formOf(fields: object | undefined, images: readonly Blob[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) form.set(name, String(value));
  for (const [at, image] of images.entries()) form.append('images', image, `photo-${at + 1}.jpg`);
  return form;
}

function answerOf<C extends Call>(call: C, { status, text, ...more }: Response): AnswerOf<C> {
  if (status < 200 || status > 299) throw new ApiError(status, plain(text), more);
  if (call.answer === 'nothing') return undefined as AnswerOf<C>;
  if (call.answer === 'text') return text as AnswerOf<C>;
  return JSON.parse(text) as AnswerOf<C>;
}

/** An error page of something between us and the server is not a sentence for people. */
function plain(text: string): string {
  return text.length < 500 && !text.trimStart().startsWith('<') ? text.trim() : '';
}
