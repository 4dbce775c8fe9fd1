import { jwtVerify, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { movableClock } from '@herenow/testing/movable-clock';
import { createTokens } from './tokens.ts';

const secret = 'a-key-of-at-least-thirty-two-characters';
const keys = { tokens: secret };
const claims = { userId: 'ada', sessionId: 'phone', tokenId: 'first' };

test('a token contains what was signed, and is expired after 15 minutes', () => {
  const clock = movableClock();
  const tokens = createTokens({ keys, clock });
  const token = tokens.sign(claims);
  expect(tokens.read(token)).toEqual({ ...claims, expired: false });
  clock.moveBy(14 * 60_000);
  expect(tokens.read(token)).toEqual({ ...claims, expired: false });
  clock.moveBy(60_000);
  expect(tokens.read(token)).toEqual({ ...claims, expired: true });
  expect(createTokens({ keys, clock }).read(token)).toEqual({ ...claims, expired: true });
});

test('any library for JSON Web Tokens can read it', async () => {
  const clock = movableClock();
  clock.stop();
  const token = createTokens({ keys, clock }).sign(claims);
  const key = new TextEncoder().encode(secret);
  const { payload, protectedHeader } = await jwtVerify(token, key, { currentDate: clock.now() });
  expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT' });
  const iat = Math.floor(clock.now().getTime() / 1000);
  expect(payload).toEqual({ sub: 'ada', sid: 'phone', jti: 'first', iat, exp: iat + 15 * 60 });
});

test('a token signed by somebody else, or for another purpose, is not read', async () => {
  const clock = movableClock();
  const tokens = createTokens({ keys, clock });
  const key = new TextEncoder().encode(secret);
  const jwt = (payload: Record<string, unknown>, alg = 'HS256') =>
    new SignJWT(payload).setProtectedHeader({ alg });
  const full = { sub: 'ada', sid: 'phone', jti: 'first', exp: 4_000_000_000 };
  expect(tokens.read(await jwt(full).sign(key))).toEqual({ ...claims, expired: false });
  for (const name of Object.keys(full))
    expect(tokens.read(await jwt({ ...full, [name]: undefined }).sign(key))).toBeUndefined();
  const longKey = new TextEncoder().encode(secret.repeat(2));
  for (const token of [
    createTokens({ keys: { tokens: `${secret}!` }, clock }).sign(claims),
    await jwt(full, 'HS512').sign(longKey),
    await jwt({ ...full, sid: 1 }).sign(key),
    `${await jwt(full).sign(key)}=`,
    `${await jwt(full).sign(key)}.`,
    '',
    'a.b.c',
  ])
    expect(tokens.read(token)).toBeUndefined();
});
