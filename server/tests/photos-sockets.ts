import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Person } from '@herenow/testing/people';
import type { TestApp } from '@herenow/testing/start-app';

/** Begins an upload over a raw socket: declares its length, sends its start and then nothing. */
export async function beginUpload(app: TestApp, one: Person, length = 1_000_000): Promise<Socket> {
  const socket = connect(app.port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    [
      'POST /api/user/photos HTTP/1.1',
      'Host: localhost',
      'X-Forwarded-For: 192.0.2.1',
      `Authorization: ${one.headers.authorization}`,
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${length}`,
      '',
      '--x',
      'Content-Disposition: form-data; name="images"; filename="a.jpg"',
      '',
      'the beginning',
    ].join('\r\n'),
  );
  return socket;
}

export async function answerOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) {
    text += String(chunk);
    if (/\r\n\r\n.+/s.test(text)) break;
  }
  return text;
}
