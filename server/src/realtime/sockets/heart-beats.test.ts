import { afterEach, beforeEach, describe, expect, vi, test } from 'vitest';
import { startRealtime } from '@herenow/testing/realtime-server';
import { inRealtime } from '@herenow/testing/realtime-test';
import { startHeartBeats } from './heart-beats.ts';

const it = test.extend(inRealtime);

describe('the timers', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function start(outgoing: number, incoming: number, paused = () => false) {
    const beats: number[] = [];
    const missed: number[] = [];
    const began = Date.now();
    const timers = startHeartBeats(
      { outgoing, incoming },
      {
        beat: () => void beats.push(Date.now() - began),
        missed() {
          missed.push(Date.now() - began);
          timers.stop();
        },
        paused,
      },
    );
    return { beats, missed, timers };
  }

  it('beat at least once per interval while nothing is sent', () => {
    const { beats } = start(10_000, 0);
    vi.advanceTimersByTime(60_000);
    expect(beats[0]).toBeLessThanOrEqual(10_000);
    for (const [i, at] of beats.entries()) expect(at - (beats[i - 1] ?? 0)).toBeLessThanOrEqual(10_000);
    expect(beats.length).toBeGreaterThanOrEqual(6);
  });

  it('leave no gap over the interval, whenever something was sent last', () => {
    for (let sentAt = 0; sentAt < 10_000; sentAt += 500) {
      const { beats, timers } = start(10_000, 0);
      vi.advanceTimersByTime(sentAt);
      timers.sent();
      const before = beats.length;
      vi.advanceTimersByTime(10_000);
      expect(beats.length, `sent after ${sentAt}`).toBeGreaterThan(before);
      timers.stop();
    }
  });

  it('do not beat while enough is sent', () => {
    const { beats, timers } = start(10_000, 0);
    for (let i = 0; i < 20; i++) {
      vi.advanceTimersByTime(4000);
      timers.sent();
    }
    expect(beats).toEqual([]);
  });

  it('call a silent peer missed after twice its interval, and before three times', () => {
    const { missed } = start(0, 10_000);
    vi.advanceTimersByTime(20_000);
    expect(missed).toEqual([]);
    vi.advanceTimersByTime(10_000);
    expect(missed).toHaveLength(1);
  });

  it('wait for a peer that is heard once in two intervals', () => {
    const { missed, timers } = start(0, 10_000);
    for (let i = 0; i < 20; i++) {
      vi.advanceTimersByTime(19_000);
      timers.heard();
    }
    expect(missed).toEqual([]);
  });

  it('do not count silence while the peer is not read from', () => {
    let paused = true;
    const { missed } = start(0, 10_000, () => paused);
    vi.advanceTimersByTime(100_000);
    expect(missed).toEqual([]);
    paused = false;
    vi.advanceTimersByTime(30_000);
    expect(missed).toHaveLength(1);
  });

  it('do nothing where no heart-beats are agreed, and after they are stopped', () => {
    start(0, 0);
    expect(vi.getTimerCount()).toBe(0);
    start(10, 10).timers.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('heart-beats on a socket', () => {
  it('are announced in CONNECTED', async ({ realtime }) => {
    const client = await realtime.open();
    const connected = await client.connect({ 'heart-beat': '0,0' });
    expect(connected.headers['heart-beat']).toBe('10000,10000');
  });

  it.each(['1.1', '1.2'])('of the server arrive as single line feeds in version %s', async (version) => {
    await using realtime = await startRealtime({ heartBeatMs: 10 });
    const client = await realtime.connect('ada', { 'accept-version': version, 'heart-beat': '0,10' });
    while (client.heartBeats < 3) await client.arrival();
    await client.roundTrip();
    expect(client.pending).toEqual([]);
  });

  it('are not sent to a client that wants none', async () => {
    await using realtime = await startRealtime({ heartBeatMs: 10 });
    const quiet = await realtime.connect('ada', { 'heart-beat': '0,0' });
    const beating = await realtime.connect('bela', { 'heart-beat': '0,10' });
    while (beating.heartBeats < 5) await beating.arrival();
    await quiet.roundTrip();
    expect(quiet.heartBeats).toBe(0);
  });

  it.each(['\n', '\r\n'])('of the client keep it connected, written as %j', async (beat) => {
    await using realtime = await startRealtime({ heartBeatMs: 50 });
    const client = await realtime.connect('ada', { 'heart-beat': '50,50' });
    while (client.heartBeats < 8) {
      client.write(beat);
      await client.arrival();
    }
    await client.roundTrip();
    expect(client.pending).toEqual([]);
  });

  it('that a client promised and does not send end its connection', async () => {
    await using realtime = await startRealtime({ heartBeatMs: 10 });
    const client = await realtime.connect('ada', { 'heart-beat': '10,0' });
    expect(await client.next()).toMatchObject({
      command: 'ERROR',
      headers: { message: 'Heart-beat missed' },
      body: 'Nothing arrived for twice the agreed time.',
    });
    expect(await client.closed).toEqual({ code: 1002, reason: 'Heart-beat missed' });
  });

  it('are not asked of a client that cannot send them', async () => {
    await using realtime = await startRealtime({ heartBeatMs: 10 });
    const silent = await realtime.connect('ada', { 'heart-beat': '0,10' });
    const forgetful = await realtime.connect('bela', { 'heart-beat': '10,0' });
    await forgetful.closed;
    while (silent.heartBeats < 10) await silent.arrival();
    await silent.roundTrip();
    expect(silent.pending).toEqual([]);
  });
});
