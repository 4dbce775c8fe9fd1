import type { BodyInput, Call, ParamsOf, QueryInput } from '@herenow/contract/call';
import { apiUrl, hostHeaders } from './host.ts';
import type { CallRequest } from './transport.ts';

const TIMEOUT_MS = 20_000;
const UPLOAD_TIMEOUT_MS = 180_000;

type BodyOption<C extends Call> =
  undefined extends BodyInput<C> ? { body?: BodyInput<C> } : { body: BodyInput<C> };
type QueryOption<C extends Call> = { query?: QueryInput<C> };
type ParamsOption<C extends Call> = keyof ParamsOf<C> extends never
  ? { params?: undefined }
  : { params: ParamsOf<C> };
type FilesOption<C extends Call> = C extends { multipart: true }
  ? { images: readonly Blob[]; by?: CallRequest['by'] }
  : { images?: undefined; by?: undefined };

export type CallOptions<C extends Call> = BodyOption<C> &
  QueryOption<C> &
  ParamsOption<C> &
  FilesOption<C> & {
    signal?: AbortSignal | undefined;
    timeoutMs?: number | undefined;
    /** The caller also takes an answer that arrives after a sign-out. */
    late?: boolean;
    /** Receives the headers of a successful response. */
    onHeaders?: (headers: Headers) => void;
  };

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

/** Returns the request for a call; `token` is the access token, null for a call that needs none. */
export function requestOf<C extends Call>(
  call: C,
  options: CallOptions<C>,
  token: string | null,
): CallRequest {
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
    by: options.by,
  };
}

function formOf(fields: object | undefined, images: readonly Blob[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) form.set(name, String(value));
  for (const [at, image] of images.entries()) form.append('images', image, `photo-${at + 1}.jpg`);
  return form;
}
