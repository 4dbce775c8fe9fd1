import { REFUSAL_HEADER } from '@herenow/contract/refusals';
import { ApiError, NO_ANSWER, TOO_SLOW } from './api-error.ts';
import { seconds, type CallRequest, type CallResponse } from './transport.ts';

/**
 * Returns a function that sends a request with XMLHttpRequest, as fetch cannot report upload progress in every browser.
 * `onProgress` gets the share of the body that is uploaded, from 0 to 1.
 */
export const withProgress =
  (onProgress: (share: number) => void) =>
  ({ method, url, headers, body, signal, timeoutMs }: CallRequest): Promise<CallResponse> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.timeout = timeoutMs;
      request.upload.addEventListener('progress', (event) => {
        if (event.lengthComputable) onProgress(event.loaded / event.total);
      });
      request.addEventListener('load', () =>
        resolve({
          status: request.status,
          statusText: request.statusText,
          text: request.responseText,
          retryAfter: seconds(request.getResponseHeader('retry-after')),
          code: request.getResponseHeader(REFUSAL_HEADER) ?? undefined,
        }),
      );
      request.addEventListener('error', () => reject(new ApiError(0, NO_ANSWER)));
      request.addEventListener('timeout', () => reject(new ApiError(0, TOO_SLOW)));
      request.addEventListener('abort', () =>
        reject(new DOMException('The upload was stopped.', 'AbortError')),
      );
      if (signal?.aborted) request.abort();
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body);
    });
