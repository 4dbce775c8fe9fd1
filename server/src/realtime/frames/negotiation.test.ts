import { describe, expect, it } from 'vitest';
import { chooseSubprotocol, negotiateHeartBeats, negotiateVersion } from './negotiation.ts';

describe('negotiateVersion', () => {
  it.each([
    [undefined, '1.0'],
    ['1.0', '1.0'],
    ['1.0,1.1,1.2', '1.2'],
    ['1.1,1.0', '1.1'],
    ['1.0,1.1,2.0', '1.1'],
    ['1.2 , 2.0', '1.2'],
    ['', undefined],
    ['2.0', undefined],
    ['1.20', undefined],
  ])('%j is %j', (header, version) => {
    expect(negotiateVersion(header, '')).toBe(version);
  });

  it.each([
    ['v12.stomp', '1.0,1.1,1.2', '1.2'],
    ['v11.stomp', '1.0,1.1,1.2', '1.1'],
    ['v10.stomp', '1.0,1.1,1.2', '1.0'],
    ['v10.stomp', '1.1,1.2', undefined],
    ['v12.stomp', undefined, '1.0'],
  ])('under %s is for %j %j', (subprotocol, header, version) => {
    expect(negotiateVersion(header, subprotocol)).toBe(version);
  });
});

describe('chooseSubprotocol', () => {
  it.each([
    [['v10.stomp', 'v12.stomp'], 'v12.stomp'],
    [['v10.stomp'], 'v10.stomp'],
    [['mqtt'], false],
  ])('%j is %j', (offered, chosen) => {
    expect(chooseSubprotocol(new Set(offered))).toBe(chosen);
  });
});

describe('negotiateHeartBeats', () => {
  it.each([
    [undefined, 0, 0],
    ['0,0', 0, 0],
    ['10000,10000', 10_000, 10_000],
    ['1000,1000', 10_000, 10_000],
    ['20000,30000', 30_000, 20_000],
    ['0,10000', 10_000, 0],
    ['10000,0', 0, 10_000],
    ['5000, 15000', 15_000, 10_000],
    ['2147483647,2147483647', 2_147_483_647, 2_147_483_647],
  ])(
    'the client says %j: the server beats every %d ms and listens for %d ms',
    (header, outgoing, incoming) => {
      for (const version of ['1.1', '1.2'] as const)
        expect(negotiateHeartBeats(header, version, 10_000)).toEqual({ outgoing, incoming });
    },
  );

  it('are none in version 1.0, which does not have them', () => {
    expect(negotiateHeartBeats('10000,10000', '1.0', 10_000)).toEqual({ outgoing: 0, incoming: 0 });
  });

  it('are none when the server offers none', () => {
    expect(negotiateHeartBeats('10000,10000', '1.2', 0)).toEqual({ outgoing: 0, incoming: 0 });
  });

  it.each(['', '10000', '10000,', ',10000', '-1,0', '1.5,0', 'a,b', '1,2,3', '2147483648,0', '0,9999999999'])(
    'refuses %j',
    (header) => {
      expect(() => negotiateHeartBeats(header, '1.2', 10_000)).toThrow('Malformed heart-beat header');
    },
  );
});
