import { describe, expect, it } from 'vitest';
import { signedInStart } from './signed-in-start.ts';

const ada = (registrationStep: number) => ({
  authToken: 'token',
  userId: 'ada',
  user: JSON.stringify({ id: 'ada', registrationStep }),
});

describe('signedInStart', () => {
  it('leads to the screen of the registration step', () => {
    expect(signedInStart(ada(3), '')).toBe('/distance-setup');
    expect(signedInStart(ada(6), '?ref=mail')).toBe('/feed');
  });

  it('leads to the chat of a notification', () => {
    expect(signedInStart(ada(6), '?fromNotification=1&chatId=c1')).toBe('/chat/c1');
    expect(signedInStart(ada(6), '?fromNotification')).toBe('/chats');
    expect(signedInStart(ada(6), '?fromNotification=1&chatId=../settings')).toBe('/chat/..%2Fsettings');
  });

  it('lets a visitor stay when anything is missing or unreadable', () => {
    expect(signedInStart({ ...ada(6), authToken: null }, '')).toBeUndefined();
    expect(signedInStart({ ...ada(6), userId: '' }, '')).toBeUndefined();
    expect(signedInStart({ ...ada(6), user: null }, '?fromNotification=1')).toBeUndefined();
    expect(signedInStart({ ...ada(6), user: '{' }, '')).toBeUndefined();
    expect(signedInStart({ ...ada(6), user: 'null' }, '')).toBeUndefined();
  });
});
