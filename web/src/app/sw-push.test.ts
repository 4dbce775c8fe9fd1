import { describe, expect, it } from 'vitest';
import { notificationOf, readPush, ringOf, startUrl } from './sw-push.ts';

describe('readPush', () => {
  it('reads the fields that are there and leaves out any that are not text', () => {
    const text = JSON.stringify({
      type: 'PIN_REQUEST',
      content: 'Ada pinned you',
      chatId: 'c1',
      senderPhotoUrl: null,
      title: 7,
    });
    expect(readPush(text)).toEqual({ type: 'PIN_REQUEST', content: 'Ada pinned you', chatId: 'c1' });
  });

  it.each([undefined, '', 'hello', 'null', '3'])('survives %j', (text) => {
    expect(readPush(text)).toEqual({});
  });
});

describe('notificationOf', () => {
  it('is named after its kind and replaces the one of the same chat', () => {
    const { title, options } = notificationOf({ type: 'PIN_ACCEPT', content: 'Bela accepted', chatId: 'c1' });
    expect(title).toBe('Your pin was accepted');
    expect(options).toMatchObject({ body: 'Bela accepted', tag: 'chat-c1', data: { chatId: 'c1' } });
  });

  it.each([
    ['PIN_REQUEST', 'Someone pinned you'],
    ['PIN_ACCEPT', 'Your pin was accepted'],
    ['PIN_REJECT', 'Your pin was not accepted'],
    ['MESSAGE', 'New message'],
  ])('of the type %s is called %s, with the photo of who caused it', (type, title) => {
    const said = notificationOf({ type, content: 'Words', chatId: 'c1', senderPhotoUrl: '/photos/bela' });
    expect(said).toMatchObject({ title, options: { body: 'Words', icon: '/photos/bela' } });
  });

  it('of people near names nobody and leads to the feed', () => {
    const { title, options } = notificationOf({ type: 'NEARBY', content: 'New people' });
    expect([title, options.tag, options.data]).toEqual(['People near you', 'NEARBY', { url: '/feed' }]);
  });

  it('prefers the title that was sent', () => {
    expect(notificationOf({ type: 'MESSAGE', title: 'Chidi' }).title).toBe('Chidi');
  });

  it('has a text even if the push could not be read', () => {
    expect(notificationOf({})).toMatchObject({ title: 'Herenow', options: { icon: '/icons/icon-192.png' } });
  });
});

it('rings once a minute for a chat, however many messages come before it is opened', () => {
  const first = ringOf([], 1000);
  expect(first).toEqual({ rangAt: 1000, renotify: true, silent: false });
  const quiet = ringOf([{ data: first }], 60_999);
  expect(quiet).toEqual({ rangAt: 1000, renotify: false, silent: true });
  expect(ringOf([{ data: quiet }], 61_000)).toEqual({ rangAt: 61_000, renotify: true, silent: false });
  // One of an earlier version, or from before the clock of the device was set back.
  for (const data of [null, {}, { rangAt: 5_000_000 }])
    expect(ringOf([{ data }], 1000)).toMatchObject({ rangAt: 1000, silent: false });
});

it('opens the start page with the chat in its address', () => {
  expect(startUrl('c 1')).toBe('/?fromNotification=1&chatId=c+1');
  expect(startUrl(undefined)).toBe('/?fromNotification=1');
});
