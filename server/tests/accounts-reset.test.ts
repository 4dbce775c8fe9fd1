/** Which mails a forgotten password brings, to whom, and which of them still count. */
import { forgotPassword, resetPassword } from '@herenow/contract/accounts';
import { HOUR_MS, RESEND_SECONDS } from '@herenow/contract/constants';
import { expect, test, vi } from 'vitest';
import { ok } from '@herenow/testing/encounters';
import { api, PASSWORD, person } from '@herenow/testing/people';
import { suspend } from '@herenow/testing/safety';
import { startSmtp } from '@herenow/testing/smtp-receiver';
import { startApp } from '@herenow/testing/start-app';
import { from, guessing, linkIn } from './locker-out.ts';

const NEW = 'Another-2026';
const { app, signIn } = guessing();

test('a suspended person, too, gets a link once the codes of a day are used up @slow', async () => {
  const ada = await person(app, 'ada');
  await suspend(app, ada);
  const links = () => app.mailbox.list(ada.email).filter(({ subject }) => subject.includes('Reset your'));
  const ask = (address: string) => api(app, forgotPassword, { body: { email: ada.email }, ...from(address) });
  for (let n = 1; n <= 30; n += 1)
    if ((await ask(`192.0.2.${n}`)).status !== 200) vi.setSystemTime(Date.now() + HOUR_MS);
  await expect.poll(() => links().length).toBeGreaterThan(0);
  const before = links().length;
  vi.setSystemTime(Date.now() + HOUR_MS);
  ok(await ask('198.51.100.1'));
  await expect.poll(() => links().length).toBe(before + 1);
  const { link } = linkIn(links()[0]!.text);
  ok(await api(app, resetPassword, { body: { code: link, password: NEW, email: ada.email } }));
  expect((await signIn(ada.email, PASSWORD, '192.0.2.99')).status).toBe(401);
  const refused = await signIn(ada.email, NEW, '192.0.2.99');
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('suspended')]);
});

test('of the codes that wait to be mailed, each network keeps its latest', async () => {
  let isAway = true;
  await using smtp = await startSmtp({
    onMailFrom(_address, _session, done) {
      done(isAway ? Object.assign(new Error('later'), { responseCode: 421 }) : null);
    },
  });
  await using own = await startApp({ mailUrl: smtp.url, trustProxy: true }, { pace: { retrySeconds: 3600 } });
  const ada = await person(own, 'ada');
  const waiting = async () => {
    const { rows } = await own.pool.query<{ id: string }>(
      `SELECT id FROM pgboss.job WHERE name = 'mail' AND state = 'retry' ORDER BY created_on`,
    );
    return rows.map(({ id }) => id);
  };
  const ask = async (address: string) =>
    ok(await api(own, forgotPassword, { body: { email: ada.email }, ...from(address) }));
  await ask('192.0.2.1');
  await expect.poll(waiting).toHaveLength(1);
  const [first] = await waiting();
  await ask('192.0.2.2');
  await expect.poll(waiting).toHaveLength(2);
  own.clock.moveBy(RESEND_SECONDS * 1000);
  await ask('192.0.2.1');
  await expect.poll(waiting).not.toContain(first);
  await expect.poll(waiting).toHaveLength(2);
  isAway = false;
  await own.pool.query(`UPDATE pgboss.job SET start_after = now() WHERE name = 'mail'`);
  await expect.poll(() => smtp.mails).toHaveLength(2);
  const codes = smtp.mails.map(({ source }) => /^Subject: (\d{6}) /m.exec(source)![1]!);
  const tried = await Promise.all(
    codes.map((code) => api(own, resetPassword, { body: { code, password: NEW }, ...from('192.0.2.1') })),
  );
  // The other network's code counts there alone.
  expect(tried.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});
