import { expect, test } from 'vitest';
import { paramsOf } from './path-pattern.ts';

test('reads the named parts of an address', () => {
  expect(paramsOf('/chat/:id', '/chat/7')).toEqual({ id: '7' });
  expect(paramsOf('/chat/:id', '/chat/a%20b%2Fc/')).toEqual({ id: 'a b/c' });
  expect(paramsOf('/chats', '/chats')).toEqual({});
});

test('reads nothing from the address of another page', () => {
  expect(paramsOf('/chat/:id', '/chats')).toEqual({});
  expect(paramsOf('/chat/:id', '/chat/7/more')).toEqual({});
});

test('takes a wrongly encoded part as it is', () => {
  expect(paramsOf('/date/:token', '/date/100%')).toEqual({ token: '100%' });
});
