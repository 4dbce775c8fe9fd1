import type { Call } from '@herenow/contract/call';
import { withToken } from './api.ts';
import { ApiError, NO_ANSWER } from './api-error.ts';
import { apiUrl } from './host.ts';
import { pathOf, requestOf } from './request.ts';

type FileCall = Call & { path: `/${string}`; answer: 'file'; body?: undefined };

/** Fetches the file of a call and lets the browser save it. Throws an `ApiError` when there is none. */
export async function download(call: FileCall, query: object = {}): Promise<void> {
  // Complete, since its user may sign out while it arrives.
  const { status, headers, file } = await withToken((token) => fetchFile(call, query, token));
  if (status !== 200) throw new ApiError(status, await file.text());
  const name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];
  keepFile(file, name ?? 'herenow');
}

async function fetchFile(call: FileCall, query: object, token: string) {
  const { method, headers, timeoutMs } = requestOf<Call>(call, { body: undefined }, token);
  const url = apiUrl(pathOf(call, {}, query));
  try {
    const answer = await fetch(url, { method, headers, signal: AbortSignal.timeout(timeoutMs) });
    const file = await answer.blob();
    // A network that wants a sign-in first answers with a page of its own.
    if (answer.ok && file.type.startsWith('text/html')) throw new Error('A page.');
    return { status: answer.status, headers: answer.headers, file };
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
