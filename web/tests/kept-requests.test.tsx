import { listChats, sendMessage } from '@herenow/contract/chats';
import { expect, test } from 'vitest';
import { api } from '../src/lib/api.ts';
import { signInAs } from './opened-page.tsx';
import { chatWith, messageOf } from './people.ts';
import { stubAda } from './stubbed-server.ts';

test('changes outlive their page, but together never hold more than a browser allows', async () => {
  const { ada, server } = stubAda();
  signInAs(ada);
  const message = messageOf(chatWith('Bela'), '好'.repeat(2000));
  const release = server.hold(sendMessage, { body: message });
  const send = () => api(sendMessage, { body: { ...message, id: crypto.randomUUID() } });
  const all = Array.from({ length: 20 }, send);
  await expect.poll(() => release.asked).toHaveLength(20);
  const kept = release.asked.filter(({ outlivesPage }) => outlivesPage);
  const bytes = kept.map(({ body }) => new TextEncoder().encode(JSON.stringify(body)).length);
  expect(bytes.length).toBeGreaterThan(5);
  expect(bytes.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(64 * 1024);
  release();
  await Promise.all(all);
  const again = server.on(sendMessage, { body: message });
  await send();
  expect(again).toMatchObject([{ outlivesPage: true }]);
  const read = server.on(listChats, { body: [] });
  await api(listChats, { params: { userId: ada.id } });
  expect(read).toMatchObject([{ outlivesPage: false }]);
});
