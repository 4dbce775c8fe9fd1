/**
 * The inline script of the document. It runs before the first paint, which would otherwise flash in the wrong theme,
 * and long before the client loads: it requests at once what the page will show.
 */
import { listChats, listMessages } from '@herenow/contract/chats';
import type { FeedItem, OwnUser } from '@herenow/contract/entities';
import { listFeed } from '@herenow/contract/feed';
import { getUser } from '@herenow/contract/profile';
import { MESSAGE_PAGE } from '../features/chats/keys.ts';
import { feedBody } from '../features/feed/feed-body.ts';
import { readFilter } from '../features/feed/kept-filter.ts';
import { CARD_PHOTO_SIZES } from '../features/feed/photo-sizes.ts';
import { requestOf } from '../lib/request.ts';
import { readSession, verifiedUser } from '../lib/session.ts';
import { patternOf } from '../lib/path-pattern.ts';
import { applyTheme, readTheme } from '../ui/theme.ts';
import { askEarly } from './early-answers.ts';

function askForFeed(me: OwnUser, token: string): void {
  const filter = readFilter(me);
  // The same check as `filterProblem`, in few bytes: contradictory ages are not requested.
  if (filter.maxAge && filter.maxAge < filter.minAge) return;
  const body = feedBody(me, filter);
  askEarly(requestOf(listFeed, { body }, token))
    .then(async (answer) => answer.ok && showPhoto((await answer.clone().json()) as FeedItem[]))
    // The client repeats the request and reports the error.
    .catch(() => undefined);
}

/** Shows the photo of the first card, the largest part of the first view, where the client will render it. */
function showPhoto([first]: readonly FeedItem[]): void {
  const photo = first?.photos[0];
  if (!photo?.srcset) return;
  const image = new Image();
  image.className = 'size-full object-cover';
  image.fetchPriority = 'high';
  image.sizes = CARD_PHOTO_SIZES;
  image.srcset = photo.srcset;
  document.querySelector('.boot i')?.append(image);
}

function askAhead(): void {
  const session = readSession();
  const { token } = session;
  const me = verifiedUser(session);
  if (!token || !me) return;
  const at = (path: string) => patternOf(path).exec(location.pathname);
  if (at('/feed')) {
    // Shows the skeleton in the shape of the coming content.
    document.documentElement.dataset.boot = 'feed';
    askForFeed(me, token);
  }
  const id = at('/profile/:id')?.groups?.['id'];
  if (id && id !== me.id)
    void askEarly(requestOf(getUser, { params: { id: decodeURIComponent(id) } }, token));
  const chatId = at('/chat/:id')?.groups?.['id'];
  // What the user can do on a profile depends on the chat with its person.
  if (!id && !chatId && !at('/chats')) return;
  void askEarly(requestOf(listChats, { params: { userId: me.id } }, token));
  if (chatId) {
    const params = { chatId: decodeURIComponent(chatId) };
    void askEarly(requestOf(listMessages, { params, query: { limit: MESSAGE_PAGE } }, token));
  }
}

// Without the client's start only a reload helps, and nothing else could offer one. Only scripts have a text. The wait
// doubles each time, until `install` removes it: the start may be gone for good.
addEventListener(
  'error',
  ({ target }) =>
    (target as HTMLScriptElement).text === '' &&
    setTimeout(() => location.reload(), (sessionStorage['wait'] = 2 * (sessionStorage['wait'] || 2500))),
  true,
);
applyTheme(readTheme());
try {
  askAhead();
} catch {
  // The client handles a record or an address that cannot be read.
}
