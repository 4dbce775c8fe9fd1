import { describe, expect, test } from 'vitest';
import { openRaw } from '@herenow/testing/raw-stomp';
import { startRealtime } from '@herenow/testing/realtime-server';
import { inRealtime } from '@herenow/testing/realtime-test';

const it = test.extend(inRealtime);

describe('CONNECT', () => {
  it.each([
    ['CONNECT', '1.2', '1.2'],
    ['CONNECT', '1.0,1.1,2.0', '1.1'],
    ['CONNECT', '1.0,1.1,1.2', '1.2'],
    ['CONNECT', '1.2,1.1,1.0', '1.2'],
    ['CONNECT', '1.0', '1.0'],
    ['CONNECT', '1.1, 1.2', '1.2'],
    ['STOMP', '1.2', '1.2'],
    ['STOMP', '1.1', '1.1'],
  ])('%s with accept-version %s opens a session of %s', async (command, accept, version) => {
    await using realtime = await startRealtime();
    const client = await realtime.open();
    client.frame(command, { 'accept-version': accept, host: 'herenow' });
    const connected = await client.next();
    expect(connected).toMatchObject({
      command: 'CONNECTED',
      headers: { version, server: 'herenow' },
      body: '',
    });
    expect(connected.headers.session).toMatch(/^[\w-]+$/);
  });

  it('without accept-version opens a session of 1.0', async ({ realtime }) => {
    const client = await realtime.open();
    client.write('CONNECT\nlogin: ada\npasscode:secret\n\n\0');
    expect((await client.next()).headers).toMatchObject({ version: '1.0', 'heart-beat': '0,0' });
  });

  it('takes CRLF, the missing host and end of lines before the frame', async ({ realtime }) => {
    const client = await realtime.open();
    client.write('\r\n\nCONNECT\r\naccept-version:1.2\r\n\r\n\0\r\n');
    expect((await client.next()).command).toBe('CONNECTED');
  });

  it('gives every session its own id', async ({ realtime }) => {
    const [one, two] = [await realtime.open(), await realtime.open()];
    const sessions = [await one.connect(), await two.connect()].map(({ headers }) => headers.session);
    expect(new Set(sessions).size).toBe(2);
  });

  it('ignores a receipt header', async ({ realtime }) => {
    const client = await realtime.open();
    await client.connect({ receipt: 'r1' });
    await client.roundTrip();
    expect(client.pending).toEqual([]);
  });

  it.each([
    [
      'an unsupported version',
      'CONNECT\naccept-version:2.0\n\n\0',
      'Unsupported version',
      'Supported protocol versions are 1.0,1.1,1.2',
    ],
    [
      'a bad heart-beat',
      'CONNECT\naccept-version:1.2\nheart-beat:a,b\n\n\0',
      'Malformed heart-beat header',
      'The header heart-beat must be two numbers of milliseconds up to 2147483647 and a comma.',
    ],
    [
      'a negative heart-beat',
      'CONNECT\naccept-version:1.2\nheart-beat:-1,0\n\n\0',
      'Malformed heart-beat header',
      'The header heart-beat must be two numbers of milliseconds up to 2147483647 and a comma.',
    ],
    ['a body', 'CONNECT\naccept-version:1.2\n\nhello\0', 'Malformed frame', 'CONNECT must not have a body.'],
    [
      'another frame first',
      'SUBSCRIBE\nid:1\ndestination:/user/queue/messages\n\n\0',
      'Not connected',
      'The first frame must be CONNECT or STOMP.',
    ],
    [
      'an unknown frame first',
      'GET / HTTP/1.1\nHost: herenow\n\n\0',
      'Not connected',
      'The first frame must be CONNECT or STOMP.',
    ],
    [
      'a malformed frame first',
      'CONNECT\nnonsense\n\n\0',
      'Malformed frame',
      'Every header line must be a name, a colon and a value.',
    ],
  ])('refuses %s with an ERROR frame and closes', async (_name, bytes, message, body) => {
    await using realtime = await startRealtime();
    const client = await realtime.open();
    client.write(bytes);
    expect(await client.next()).toMatchObject({
      command: 'ERROR',
      headers: {
        message,
        version: '1.0,1.1,1.2',
        'content-type': 'text/plain',
        'content-length': `${body.length}`,
      },
      body,
    });
    expect(await client.closed).toEqual({ code: 1002, reason: message });
  });

  it('a second time is refused', async ({ client }) => {
    client.frame('CONNECT', { 'accept-version': '1.2' });
    expect((await client.next('ERROR')).headers.message).toBe('Already connected');
    expect((await client.closed).code).toBe(1002);
  });

  it('that does not come in time closes the socket', async () => {
    await using realtime = await startRealtime({ connectTimeoutMs: 20 });
    const client = await realtime.open();
    expect((await client.next('ERROR')).body).toBe('No CONNECT frame arrived in time.');
    expect((await client.closed).code).toBe(1002);
  });

  it('in time keeps the socket open', async () => {
    await using realtime = await startRealtime({ connectTimeoutMs: 500 });
    const client = await realtime.connect();
    const late = await realtime.open('bela');
    await late.closed; // by now the first one's time is over as well
    await client.roundTrip();
    expect(client.pending).toEqual([]);
  });
});

describe('the upgrade', () => {
  it.each([
    [['v12.stomp', 'v11.stomp', 'v10.stomp'], 'v12.stomp'],
    [['v10.stomp', 'v11.stomp'], 'v11.stomp'],
    [['v10.stomp'], 'v10.stomp'],
    [['chat', 'v11.stomp'], 'v11.stomp'],
    [[], ''],
  ])('offered %j chooses %j', async (protocols, chosen) => {
    await using realtime = await startRealtime();
    const client = await realtime.open('ada', { protocols });
    expect(client.webSocket.protocol).toBe(chosen);
  });

  it('does not compress', async ({ realtime }) => {
    const client = await realtime.open();
    expect(client.webSocket.extensions).toBe('');
  });

  it.each([
    ['a missing token', undefined],
    ['an empty token', ''],
    ['an unknown token', 'mallory'],
  ])('answers 401 to %s, and never logs it', async (_name, token) => {
    await using realtime = await startRealtime();
    await expect(openRaw({ url: realtime.url, ...(token === undefined ? {} : { token }) })).rejects.toThrow(
      '401',
    );
    expect(realtime.held()).toEqual({ connections: 0, people: [] });
    expect(realtime.log.join('')).not.toContain('mallory');
  });

  it('answers 404 on another path', async ({ realtime }) => {
    await expect(openRaw({ url: realtime.url.replace('/ws', '/wss'), token: 'ada' })).rejects.toThrow('404');
  });

  it('answers 500 when the token cannot be checked, and logs why without the token', async () => {
    await using realtime = await startRealtime({
      authenticate: () => Promise.reject(new Error('database is down')),
    });
    await expect(openRaw({ url: realtime.url, token: 'secret-token' })).rejects.toThrow('500');
    expect(realtime.log.join('')).toContain('database is down');
    expect(realtime.log.join('')).not.toContain('secret-token');
  });

  it('with allowed origins answers 403 to any other', async () => {
    await using realtime = await startRealtime({ allowedOrigins: ['https://herenow.example'] });
    const from = (origin: string) => openRaw({ url: realtime.url, token: 'ada', headers: { origin } });
    await expect(from('https://evil.example')).rejects.toThrow('403');
    await using client = await from('https://herenow.example');
    expect((await client.connect()).command).toBe('CONNECTED');
  });

  it('lets in the pages of the host that is connected to, whatever its name', async () => {
    await using realtime = await startRealtime({ allowedOrigins: ['https://herenow.example'] });
    const from = (origin: string, host: string) =>
      openRaw({ url: realtime.url, token: 'ada', headers: { origin, host } });
    for (const [origin, host] of [
      ['http://localhost:5173', 'localhost:5173'],
      ['http://192.168.0.7:3000', '192.168.0.7:3000'],
      ['https://other.example', 'other.example'],
    ] as const) {
      await using client = await from(origin, host);
      expect((await client.connect()).command).toBe('CONNECTED');
    }
    for (const [origin, host] of [
      ['http://localhost:5174', 'localhost:5173'],
      ['https://evil.example', 'herenow.example'],
      ['null', 'localhost:5173'],
    ] as const)
      await expect(from(origin, host)).rejects.toThrow('403');
  });

  it('lets a client without Origin in', async () => {
    await using realtime = await startRealtime({ allowedOrigins: ['https://herenow.example'] });
    const client = await realtime.open();
    expect((await client.connect()).command).toBe('CONNECTED');
  });
});
