import { listChats } from '@herenow/contract/chats';
import type { Chat, OwnUser } from '@herenow/contract/entities';
import { listFeed } from '@herenow/contract/feed';
import { acceptPin, pinUser, rejectPin, withdrawPin } from '@herenow/contract/pins';
import { getUser } from '@herenow/contract/profile';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { navigate } from '../src/lib/navigation.tsx';
import { session } from '../src/lib/session.ts';
import { emit } from '../src/lib/window-events.ts';
import { showToast } from '../src/ui/toast.tsx';
import { address, openPage, signInAs } from './opened-page.tsx';
import { chatWith, neighbour, otherRecord, profileOf, VISIBLE } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubAda, type StubbedServer } from './stubbed-server.ts';

/** Returns a request of Bela, whose profile likes what a test says. */
function requestOf(server: StubbedServer, ada: OwnUser) {
  const [chat, bela] = [chatWith('Bela'), profileOf('Bela')];
  const like = (myTags: string[]) =>
    server.on(getUser, ({ path }) => ({ body: path.endsWith(bela.id) ? { ...bela, myTags } : ada }));
  return { chat: { ...chat, pinStatus: 'pending' as const, initiatedBy: bela.id }, bela, like };
}

/** Opens the chats with a request of Bela, who likes brunch, and a realtime channel. */
async function openRequest() {
  const { ada, server } = stubAda();
  const channel = stubChannel(server);
  await import('../src/features/chats/fresh-rows.ts');
  const { chat, bela, like } = requestOf(server, ada);
  server.on(listChats, { body: [chat] });
  like(['brunch']);
  await openPage('/chats', ada);
  await expect.element(page.getByText('Brunch')).toBeVisible();
  await channel.ready;
  return { server, channel, chat, bela, like };
}

test('a request shows changes of the person’s profile', async () => {
  const { channel, bela, like } = await openRequest();
  like(['hiking']);
  await channel.bring('profiles', { userId: bela.id });
  await expect.element(page.getByText('Hiking')).toBeVisible();
  // What happens while the channel is down is told by no event.
  like(['picnic']);
  emit('connected');
  await expect.element(page.getByText('Picnic')).toBeVisible();
});

test('no button of a request says anything after its name', async () => {
  const { ada, server } = stubAda();
  const { chat, like } = requestOf(server, ada);
  like([]);
  for (const body of [[chat], [chat, { ...chat, id: 'another' }]]) {
    server.on(listChats, { body });
    emit('connected');
    if (body.length === 1) await openPage('/chats', ada);
    const buttons = page.getByRole('button', { name: / Bela$/ });
    await expect.poll(() => buttons.elements()).toHaveLength(2 * body.length);
    for (const { ariaLabel, title } of buttons.elements() as HTMLElement[])
      expect(title || ariaLabel).toBe(ariaLabel);
  }
});

test('a profile that is opened right after its person became visible says so', async () => {
  const { server, channel, chat, bela } = await openRequest();
  // What is on the screen has just been fetched again, and is not for the next minute.
  const began = performance.now.bind(performance);
  const later = vi.spyOn(performance, 'now').mockImplementation(() => began() + 60_000);
  onTestFinished(() => later.mockRestore());
  server.on(getUser, { body: { ...bela, online: false, onlineUntil: null, myTags: ['hiking'] } });
  await channel.bring('profiles', { userId: bela.id });
  await expect.element(page.getByText('Hiking')).toBeVisible();
  later.mockRestore();
  const here = { online: true, onlineUntil: chat.otherUserOnlineUntil };
  const asked = server.on(getUser, { body: { ...bela, ...here } });
  await channel.bring('presence', { userId: bela.id, ...here });
  await page.getByRole('link', { name: /Bela/ }).click();
  await expect.element(page.getByRole('heading', { name: 'Bela, 30' })).toBeVisible();
  await expect.poll(() => asked).not.toHaveLength(0);
  await expect.element(page.getByText(/^Visible for/)).toBeVisible();
});

test('requests come first, then chats, of which those with people who are here, and last what waits or is over', async () => {
  const { ada, server } = stubAda();
  const [asks, here, away, waits, over] = ['Emil', 'Bela', 'Chidi', 'Dana', 'Fay'].map(chatWith) as Chat[];
  server.on(listChats, {
    body: [
      { ...over!, pinStatus: 'rejected' },
      { ...waits!, pinStatus: 'pending' },
      { ...away!, otherUserOnline: false, otherUserOnlineUntil: null },
      here!,
      { ...asks!, pinStatus: 'pending', initiatedBy: asks!.participants[1].userId },
    ],
  });
  await openPage('/chats', ada);
  const titles = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect.element(titles).toHaveLength(4);
  expect(titles.elements().map((title) => title.textContent)).toEqual([
    'Wants to chat',
    'Chats',
    'Waiting',
    'Closed',
  ]);
  const rows = page.getByRole('main').getByRole('listitem');
  expect(rows.elements().map((row) => /Emil|Bela|Chidi|Dana|Fay/.exec(row.textContent)?.[0])).toEqual([
    'Emil',
    'Bela',
    'Chidi',
    'Dana',
    'Fay',
  ]);
});

test.for([
  ['pending', 'Waiting for an answer'],
  ['rejected', 'Not this time'],
] as const)('the address of a %s pin leads to its person, who says so', async ([pinStatus, text]) => {
  const { ada, server } = stubAda();
  const chat = { ...chatWith('Bela'), pinStatus };
  server.on(listChats, { body: [chat] });
  server.on(getUser, ({ path }) => ({ body: path.endsWith(ada.id) ? ada : profileOf('Bela') }));
  await openPage(`/chat/${chat.id}`, ada);
  await expect.element(page.getByText(text)).toBeVisible();
  expect(address()).toBe(`/profile/${profileOf('Bela').id}`);
});

test('on the smallest of phones a request is answered without scrolling', async () => {
  const { ada, server } = stubAda();
  const { chat, like } = requestOf(server, ada);
  like(['coffee', 'brunch']);
  server.on(listChats, { body: [chat] });
  await openPage('/chats', ada);
  await page.viewport(320, 568);
  await expect.element(page.getByText('You both like: Coffee')).toBeVisible();
  const tabs = page.getByRole('navigation').element().getBoundingClientRect().top;
  for (const name of ['Accept Bela', 'Reject Bela'])
    expect(page.getByRole('button', { name }).element().getBoundingClientRect().bottom).toBeLessThan(tabs);
});

test('while the only request is being rejected, the list says that there is nobody', async () => {
  const { ada, server } = stubAda();
  const { chat, like } = requestOf(server, ada);
  like([]);
  server.on(listChats, { body: [chat] });
  await openPage('/chats', ada);
  await page.getByRole('button', { name: 'Reject Bela' }).click();
  await expect.element(page.getByText('No Pins Yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByRole('button', { name: 'Reject Bela' })).toBeVisible();
});

test.for(['/chats', '/profile/'])('who is being accepted on %s cannot be rejected as well', async (path) => {
  const { ada, server } = stubAda();
  const { chat, bela, like } = requestOf(server, ada);
  like([]);
  server.on(listChats, { body: [chat] });
  const accept = server.hold(acceptPin, { status: 200 });
  await openPage(path === '/chats' ? path : path + bela.id, ada);
  await page.getByRole('button', { name: 'Accept Bela' }).click();
  await expect.poll(() => accept.asked).toHaveLength(1);
  (page.getByRole('button', { name: 'Reject Bela' }).element() as HTMLElement).click();
  server.on(listChats, { body: [{ ...chat, pinStatus: 'accepted' }] });
  accept();
  const moment = page.getByRole('dialog', { name: 'You and Bela' });
  await expect.element(moment).toBeVisible();
  expect(page.getByRole('button', { name: 'Undo', includeHidden: true }).query()).toBeNull();
  await moment.getByRole('button', { name: 'Later' }).click();
  await expect.element(moment).not.toBeInTheDocument();
});

test('a request keeps the shape of its photo when accepting it fails', async () => {
  const { ada, server } = stubAda();
  const { chat, like } = requestOf(server, ada);
  like([]);
  server.on(listChats, { body: [chat] });
  server.on(acceptPin, { status: 503 });
  await openPage('/chats', ada);
  const face = page.getByRole('article').getByRole('link');
  const shape = () => {
    const { width, height } = face.element().getBoundingClientRect();
    return Math.round((width / height) * 100);
  };
  await expect.poll(shape).toBe(75);
  await page.getByRole('button', { name: 'Accept Bela' }).click();
  await expect.element(page.getByRole('article').getByRole('alert')).not.toBeEmptyDOMElement();
  expect(shape()).toBe(75);
});

test('a celebrated match is not shown again to whoever signs in next', async () => {
  const { ada, server } = stubAda();
  const { chat, like } = requestOf(server, ada);
  like([]);
  server.on(listChats, { body: [chat] });
  server.on(acceptPin, { status: 200 });
  // It comes with the later screens, once the page is quiet.
  await import('../src/app/signed-out.ts');
  await openPage('/chats', ada);
  await page.getByRole('button', { name: 'Accept Bela' }).click();
  const moment = page.getByRole('dialog', { name: 'You and Bela' });
  await expect.element(moment).toBeVisible();
  session.close();
  await expect.element(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  server.on(listChats, { body: [{ ...chat, pinStatus: 'accepted' }] });
  signInAs(ada);
  await page.getByRole('link', { name: /^Pinned/ }).click();
  await expect.element(page.getByRole('link', { name: 'Profile of Bela' })).toBeVisible();
  await expect.element(moment).not.toBeInTheDocument();
});

test('held sideways, what both like is aligned with the words above it', async () => {
  const { ada, server } = stubAda();
  const { chat, like } = requestOf(server, ada);
  like(['coffee']);
  server.on(listChats, { body: [chat] });
  server.on(acceptPin, { status: 200 });
  await openPage('/chats', ada);
  await page.viewport(844, 390);
  await page.getByRole('button', { name: 'Accept Bela' }).click();
  const moment = page.getByRole('dialog', { name: 'You and Bela' });
  const idea = moment.getByText('Coffee', { exact: true });
  await expect.element(idea).toBeVisible();
  const leftOf = (part: typeof moment) => part.element().getBoundingClientRect().left;
  const title = leftOf(moment.getByRole('heading', { name: 'You and Bela' }));
  expect(leftOf(moment.getByText('You both like', { exact: true }))).toBe(title);
  expect(leftOf(moment.getByRole('list'))).toBe(title);
});

test('a page that comes back from the cache of the browser shows nothing of who has signed out meanwhile', async () => {
  const { ada, server } = stubAda();
  const { chat, like } = requestOf(server, ada);
  like([]);
  server.on(listChats, { body: [chat, { ...chatWith('Chidi'), lastMessage: 'At eight' }] });
  const answers = server.on(rejectPin, { status: 200 });
  // It comes with the later screens, once the page is quiet.
  await import('../src/app/signed-out.ts');
  await openPage('/chats', ada);
  await page.getByRole('button', { name: 'Reject Bela' }).click();
  showToast('New message from Chidi', { duration: false });
  await expect.element(page.getByText('You rejected Bela')).toBeVisible();
  await expect.element(page.getByText('New message from Chidi')).toBeVisible();
  // No event of another tab reaches a page in the cache.
  for (const key of ['authToken', 'userId', 'user']) localStorage.removeItem(key);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expect.element(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  await expect.poll(() => document.body.textContent).not.toMatch(/Bela|Chidi|At eight/);
  expect(answers).toEqual([]);
});

test('who signs in next is told nothing of a rejection or an undone pin that fails only then', async () => {
  const { ada, server } = stubAda(VISIBLE);
  const { chat, like } = requestOf(server, ada);
  like([]);
  server.on(listChats, { body: [chat] });
  const reject = server.hold(rejectPin, { status: 500 });
  // It comes with the later screens, once the page is quiet.
  await import('../src/app/signed-out.ts');
  await openPage('/chats', ada);
  await page.getByRole('button', { name: 'Reject Bela' }).click();
  emit('leaving');
  await expect.poll(() => reject.asked).toHaveLength(1);

  const chidi = neighbour('Chidi');
  server.on(listFeed, { body: [chidi] });
  server.on(pinUser, { status: 200 });
  const withdraw = server.hold(withdrawPin, { status: 500 });
  navigate('/feed');
  await page.getByRole('button', { name: 'Pin Chidi' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => withdraw.asked).toHaveLength(1);

  const toasts: string[] = [];
  const watching = new MutationObserver((changes) =>
    changes.forEach(({ addedNodes }) =>
      toasts.push(...[...addedNodes].map((node) => node.textContent ?? '')),
    ),
  );
  session.close();
  await expect.element(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  watching.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => watching.disconnect());
  server.on(listChats, { body: [] });
  server.on(listFeed, { body: [] });
  signInAs(otherRecord('Emil'));
  reject();
  withdraw();
  await expect.element(page.getByText('No one is visible right now')).toBeVisible();
  showToast('Welcome', { duration: false });
  await expect.element(page.getByText('Welcome')).toBeVisible();
  expect(toasts.join(' ')).not.toMatch(/Bela|Chidi/);
});
