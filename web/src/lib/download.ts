import type { Call } from '@herenow/contract/call';
import { withToken } from './api.ts';
import { ApiError, NO_ANSWER } from './api-error.ts';
import { apiUrl } from './host.ts';
import { pathOf, requestOf } from './request.ts';

type FileCall = Call & { path: `/${string}`; answer: 'file'; body?: undefined };

/** Fetches the file of a call and lets the browser save it. Throws an `ApiError` when there is none. */
export async function download(call: FileCall, query: object = {}): Promise<void> {
  const response = await withToken((token) => fetchFile(call, query, token));
  if (!response.ok) throw new ApiError(response.status, await response.text());
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  keepFile(await response.blob(), name ?? 'herenow');
}

async function fetchFile(call: FileCall, query: object, token: string): Promise<Response> {
  const { method, headers, timeoutMs } = requestOf<Call>(call, { body: undefined }, token);
  const url = apiUrl(pathOf(call, {}, query));
  try {
    return await fetch(url, { method, headers, signal: AbortSignal.timeout(timeoutMs) });
  } catch {
    throw new ApiError(0, NO_ANSWER);
  }
}

/** Lets the browser save a file. */
export function keepFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Browsers read the URL only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
