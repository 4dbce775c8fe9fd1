import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { movableClock } from '../../lib/clock.ts';
import { createTokens } from './tokens.ts';

const secret = 'a-secret-of-at-least-thirty-two-characters';
const claims = { userId: 'ada', sessionId: 'phone', tokenId: 'first' };

test('a token says what was signed, and after 15 minutes that it is expired', async () => {
  const clock = movableClock();
  const tokens = createTokens({ secret, clock });
  const token = await tokens.sign(claims);
  expect(await tokens.read(token)).toEqual({ ...claims, expired: false });
  clock.moveBy(14 * 60_000);
  expect(await tokens.read(token)).toEqual({ ...claims, expired: false });
  clock.moveBy(60_000);
  expect(await tokens.read(token)).toEqual({ ...claims, expired: true });
  expect(await createTokens({ secret, clock }).read(token)).toEqual({ ...claims, expired: true });
});

test('what somebody else signed, or signed for something else, says nothing', async () => {
  const clock = movableClock();
  const tokens = createTokens({ secret, clock });
  const key = new TextEncoder().encode(secret);
  const jwt = (payload: Record<string, unknown>, alg = 'HS256') =>
    new SignJWT(payload).setProtectedHeader({ alg });
  const full = { sub: 'ada', sid: 'phone', jti: 'first', exp: 4_000_000_000 };
  expect(await tokens.read(await jwt(full).sign(key))).toEqual({ ...claims, expired: false });
  for (const name of Object.keys(full))
    expect(await tokens.read(await jwt({ ...full, [name]: undefined }).sign(key))).toBeUndefined();
  const longKey = new TextEncoder().encode(secret.repeat(2));
  for (const token of [
    await createTokens({ secret: `${secret}!`, clock }).sign(claims),
    await jwt(full, 'HS512').sign(longKey),
    await jwt({ ...full, sid: 1 }).sign(key),
    '',
    'a.b.c',
  ])
    expect(await tokens.read(token)).toBeUndefined();
});
