import { screenForStep } from '../setup-pages.ts';

type Stored = { authToken: string | null; userId: string | null; user: string | null };

/**
 * Returns where `/` leads a signed-in user: the chat of a notification, else the screen of their step. Returns
 * undefined for a visitor, who stays on the page. `search` is the query of the address.
 */
export function signedInStart({ authToken, userId, user }: Stored, search: string): string | undefined {
  if (!authToken || !userId || !user) return undefined;
  const step = stepOf(user);
  if (step === undefined) return undefined;
  const query = new URLSearchParams(search);
  if (query.has('fromNotification')) {
    const chatId = query.get('chatId');
    return chatId ? `/chat/${encodeURIComponent(chatId)}` : '/chats';
  }
  return screenForStep(step);
}

/** Returns the registration step of a stored user record; undefined when the record cannot be read. */
function stepOf(user: string): number | null | undefined {
  try {
    const record: unknown = JSON.parse(user);
    if (typeof record !== 'object' || record === null) return undefined;
    return 'registrationStep' in record && typeof record.registrationStep === 'number'
      ? record.registrationStep
      : null;
  } catch {
    return undefined;
  }
}
