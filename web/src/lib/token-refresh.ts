import { refreshToken } from '@herenow/contract/accounts';
import { APP_SOURCE } from '@herenow/contract/constants';
import { ApiError, isStatus, NO_TOKEN, NO_USER_ID } from './api-error.ts';
import { requestOf } from './request.ts';
import { session } from './session.ts';
import { deviceStore } from './storage.ts';
import { subjectOf } from './token.ts';
import { send } from './transport.ts';
import { emit } from './window-events.ts';

const TIMEOUT_MS = 15_000;
let running: Promise<string> | undefined;

/**
 * Returns the token that replaces an expired one. However many calls and tabs need it at once, the server gets one
 * request. If the server refuses, the session is over and a `logout` event is emitted; any other failure says nothing
 * about the session, and the next call tries again. The promise rejects in both cases.
 */
export function renewToken(expired: string): Promise<string> {
  running ??= inOneTab(() => renew(expired)).finally(() => {
    running = undefined;
  });
  return running;
}

async function inOneTab(task: () => Promise<string>): Promise<string> {
  try {
    return await navigator.locks.request('herenow-token', task);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // Browsers refuse locks to a page that may not store anything; then each tab has a session of its own.
    return task();
  }
}

async function renew(expired: string): Promise<string> {
  // Bypasses this tab's copy: the tab that held the lock before may already have renewed the token.
  const stored = deviceStore.read('authToken');
  if (stored && stored !== expired && subjectOf(stored) === subjectOf(expired)) return stored;
  // Its user has signed out, and perhaps another user has signed in, for whom this call is not meant.
  if (stored !== expired) throw new ApiError(401, NO_TOKEN);
  const { userId } = session.get();
  try {
    if (!userId) throw new ApiError(401, NO_USER_ID);
    const body = { accessToken: expired, userId, appSource: APP_SOURCE };
    const answer = await send(requestOf(refreshToken, { body, timeoutMs: TIMEOUT_MS }, expired));
    if (answer.status !== 200) throw new ApiError(answer.status, answer.text);
    session.renew(expired, answer.text);
    return answer.text;
  } catch (error) {
    if (isStatus(error, 401, 403) && deviceStore.read('authToken') === expired) emit('logout');
    throw error;
  }
}
