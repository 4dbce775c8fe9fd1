import { eventually } from '@herenow/testing/eventually';
import { addFcmToken } from '@herenow/contract/push';
import { meet, ok, send } from '@herenow/testing/encounters';
import { startNats } from '@herenow/testing/nats-server';
import { startObjectStore } from '@herenow/testing/object-store';
import { person } from '@herenow/testing/people';
import { startPushService } from '@herenow/testing/push-service';
import { startApp } from '@herenow/testing/start-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { watchUnheard } from '@herenow/testing/unheard';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { plain, RED, upload } from './photos-pictures.ts';

test('no socket of the server is ever without an error listener', async () => {
  await using nats = await startNats();
  await using store = await startObjectStore();
  await using service = await startPushService();
  using unheard = watchUnheard();
  await using app = await startApp(
    { natsUrl: nats.url, photosUrl: `http://key:secret@${store.host}/photos` },
    { pushTransport: service.transport },
  );
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  const device = service.device();
  ok(await bela.api(addFcmToken, { body: { userId: bela.id, fcmToken: device.token } }));
  await using tab = await connectStomp({ url: app.url, token: ada.token });
  await upload(app, ada, [await plain(RED).jpeg().toBuffer()]);
  await send(ada, await meet(app, ada, bela), 'Hello');
  await tab.nextEvent('messages');
  await device.received();
  await fetch(`${app.url}/readyz`);

  const refused = connect({ port: app.port, host: '127.0.0.1', allowHalfOpen: true });
  refused.on('error', () => {});
  refused.write('GET /ws HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await once(refused, 'data');
  refused.destroy();
  expect(unheard.found).toEqual([]);
});

test('a socket whose listener is removed is found', async () => {
  const server = createServer((socket) => {
    const ignore = () => {};
    socket.on('error', ignore);
    setImmediate(() => socket.off('error', ignore));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  using unheard = watchUnheard();
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  await eventually(() => expect(unheard.found).toHaveLength(1));
  client.destroy();
  server.close();
});
