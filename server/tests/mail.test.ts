import { forgotPassword, sendVerificationCode, updatePassword, verifyCode } from '@herenow/contract/accounts';
import { DAY_MS, RESEND_SECONDS } from '@herenow/contract/constants';
import http from 'node:http';
import { describe, expect, test } from 'vitest';
import { api, PASSWORD, person } from '@herenow/testing/people';
import { startSmtp } from '@herenow/testing/smtp-receiver';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp, type TestApp } from '@herenow/testing/start-app';

const askForCode = async (app: TestApp) => {
  const ada = await person(app, 'ada', { step: 5 });
  expect((await ada.api(sendVerificationCode, { body: { userId: ada.id } })).status).toBe(200);
  return ada;
};

const jobsOf = async (app: TestApp): Promise<string[]> => {
  const { rows } = await app.pool.query<{ state: string }>(
    `SELECT state FROM pgboss.job WHERE name = 'mail'`,
  );
  return rows.map(({ state }) => state);
};
const failedMails = async (app: TestApp) => (await jobsOf(app)).filter((state) => state === 'failed').length;

describe('by SMTP', () => {
  test('a mail arrives with text and HTML, from the configured sender', async () => {
    await using smtp = await startSmtp();
    const mailFrom = 'Herenow <hello@herenow.example>';
    await using app = await startApp({ mailUrl: `smtp://127.0.0.1:${smtp.port}`, mailFrom });
    const ada = await askForCode(app);
    await expect.poll(() => smtp.mails).toHaveLength(1);
    const [mail] = smtp.mails;
    expect(mail).toMatchObject({ from: 'hello@herenow.example', to: [ada.email] });
    expect(mail?.source).toContain(`To: ${ada.email}\r\n`);
    expect(mail?.source).toContain('From: Herenow <hello@herenow.example>\r\n');
    expect(mail?.source).toMatch(/^Subject: \d{6} is your Herenow code\r$/m);
    expect(mail?.source).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(mail?.source).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m);
    expect(mail?.source).toMatch(/^Content-Type: text\/html; charset=utf-8\r$/m);
    expect(app.mailbox.list()).toEqual([]);
  });

  test('over TLS, with a name and password', async () => {
    const logins: unknown[] = [];
    await using smtp = await startSmtp({
      secure: true,
      authOptional: false,
      onAuth({ username, password }, _session, done) {
        logins.push([username, password]);
        done(null, { user: username });
      },
    });
    const mailUrl = `smtps://herenow:p%40ss@127.0.0.1:${smtp.port}?tls.rejectUnauthorized=false`;
    await using app = await startApp({ mailUrl });
    await askForCode(app);
    await expect.poll(() => smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]?.secure).toBe(true);
    // Once at the start, to verify the connection, and once for the mail.
    expect(logins).toEqual([
      ['herenow', 'p@ss'],
      ['herenow', 'p@ss'],
    ]);
  });

  test('a mail is retried while the server refuses it, and no log names the person @slow', async () => {
    let refusals = 0;
    await using smtp = await startSmtp({
      onRcptTo({ address }, _session, done) {
        if (refusals >= 1) return done();
        refusals += 1;
        return done(Object.assign(new Error(`<${address}> greylisted`), { responseCode: 451 }));
      },
    });
    await using app = await startApp({ mailUrl: `smtp://127.0.0.1:${smtp.port}` });
    const ada = await askForCode(app);
    await expect.poll(() => smtp.mails).toHaveLength(1);
    expect(refusals).toBe(1);
    const lines = app.logLines.join('');
    // A stack trace would help nobody here.
    expect(lines).toContain(
      '"reason":"The mail server did not take a mail (EENVELOPE 451).","msg":"job failed"',
    );
    expect(lines).not.toContain(ada.email);
    const { rows } = await app.pool.query(`SELECT output::text FROM pgboss.job WHERE name = 'mail'`);
    expect(JSON.stringify(rows)).not.toContain(ada.email);
  });

  test('a server that is down for a day gets mails that are still valid, and no expired code @slow', async () => {
    let isAway = true;
    await using smtp = await startSmtp({
      onMailFrom(_address, _session, done) {
        done(isAway ? Object.assign(new Error('later'), { responseCode: 421 }) : null);
      },
    });
    await using app = await startApp({ mailUrl: `smtp://127.0.0.1:${smtp.port}` });
    const ada = await askForCode(app);
    const bela = await person(app, 'bela');
    const body = { userId: bela.id, oldPassword: PASSWORD, newPassword: 'Herenow-2027' };
    expect((await bela.api(updatePassword, { body })).status).toBe(200);
    const tried = async () => {
      const { rows } = await app.pool.query(`SELECT FROM pgboss.job WHERE name = 'mail' AND state = 'retry'`);
      return rows.length;
    };
    await expect.poll(tried).toBe(2);
    // A line a minute says it, not one for each try of each mail.
    expect(app.logLines.filter((line) => line.includes('EENVELOPE 421'))).toHaveLength(1);
    app.clock.moveBy(DAY_MS);
    isAway = false;
    await expect.poll(() => smtp.mails.map(({ to }) => to)).toEqual([[bela.email]]);
    // A permanently failed mail shows in the metrics: somebody waited for a code in vain.
    await expect.poll(() => failedMails(app)).toBe(1);
    expect(app.logLines.join('')).not.toContain(ada.email);
  });

  test('a code that waits is not sent once another has replaced it', async () => {
    let isAway = true;
    await using smtp = await startSmtp({
      onMailFrom(_address, _session, done) {
        done(isAway ? Object.assign(new Error('later'), { responseCode: 421 }) : null);
      },
    });
    await using app = await startApp({ mailUrl: smtp.url });
    const ada = await askForCode(app);
    await expect.poll(() => jobsOf(app)).toEqual(['retry']);
    // As after many tries: otherwise it may be on its way again in this moment.
    await app.pool.query(`UPDATE pgboss.job SET start_after = now() + interval '1 hour'`);
    app.clock.moveBy(RESEND_SECONDS * 1000);
    isAway = false;
    expect((await ada.api(sendVerificationCode, { body: { userId: ada.id } })).status).toBe(200);
    await expect.poll(() => jobsOf(app)).toEqual(['completed']);
    const code = /^Subject: (\d+)/m.exec(smtp.mails[0]!.source)![1]!;
    expect((await ada.api(verifyCode, { body: { userId: ada.id, code } })).status).toBe(200);
    expect(smtp.mails).toHaveLength(1);
  });

  test('a mail that its server has without confirming it goes once more, under the same id', async () => {
    const ids: (string | undefined)[] = [];
    let refused = false;
    await using smtp = await startSmtp({
      // What was refused before has not arrived.
      onRcptTo(_address, _session, done) {
        done(refused ? null : Object.assign(new Error('later'), { responseCode: 451 }));
        refused = true;
      },
      onData(stream, _session, _done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () =>
          ids.push(/^Message-ID: (.+)\r$/im.exec(Buffer.concat(chunks).toString())?.[1]),
        );
      },
    });
    await using app = await startApp({ mailUrl: `${smtp.url}?socketTimeout=300` });
    await askForCode(app);
    // Otherwise a server that is slow for days would fill somebody's mailbox.
    await expect.poll(() => failedMails(app)).toBe(1);
    expect(ids).toEqual([expect.stringMatching(/^<[0-9a-f]{32}@herenow\.example>$/), ids[0]]);
    expect(app.logLines.join('')).toContain('The mail server did not confirm a mail (ETIMEDOUT).');
  });

  test('a mail that hangs holds up no later one', async () => {
    const begun: (() => void)[] = [];
    await using smtp = await startSmtp({
      onData(stream, _session, done) {
        stream.resume().on('end', () => begun.push(done));
      },
    });
    await using app = await startApp({ mailUrl: smtp.url });
    await askForCode(app);
    await expect.poll(() => begun).toHaveLength(1);
    await askForCode(app);
    await expect.poll(() => begun).toHaveLength(2);
    for (const end of begun) end();
  });

  test('a mail waits for its server for days', async () => {
    await using app = await startApp();
    const { rows } = await app.pool.query<{ hours: number }>(
      `SELECT sum(least(retry_delay_max, retry_delay * 2.0 ^ least(16, tries) / 2))::float / 3600 AS hours
       FROM pgboss.queue, generate_series(0, retry_limit - 1) AS tries WHERE name = 'mail'`,
    );
    expect(rows[0]!.hours).toBeGreaterThan(70);
  });

  test('a permanently refused address is not retried, and counts as a failure unless the mailbox does not exist', async () => {
    const refusals = ['5.1.1 no such mailbox', '5.2.2 the mailbox is full', 'user unknown'];
    let tries = 0;
    await using smtp = await startSmtp({
      onRcptTo(_address, _session, done) {
        done(Object.assign(new Error(refusals[tries]), { responseCode: 550 }));
        tries += 1;
      },
    });
    await using app = await startApp({ mailUrl: `smtp://127.0.0.1:${smtp.port}` });
    const ada = await askForCode(app);
    // Users who mistype their address, or type made-up ones, alarm no operator.
    await expect.poll(() => app.logLines.join('')).toContain('no such mailbox');
    await expect.poll(() => jobsOf(app)).toEqual(['completed']);
    for (const [index, name] of ['bela', 'chidi'].entries()) {
      const other = await person(app, name, { step: 5 });
      expect((await other.api(sendVerificationCode, { body: { userId: other.id } })).status).toBe(200);
      await expect.poll(() => failedMails(app)).toBe(index + 1);
    }
    expect(tries).toBe(3);
    expect(app.logLines.join('')).not.toContain(ada.email);
  });
});

test('a mail waits while its server forbids all mails to other networks', async () => {
  await using smtp = await startSmtp({
    onRcptTo(_address, _session, done) {
      done(Object.assign(new Error('5.7.1 Relay access denied'), { responseCode: 554 }));
    },
  });
  await using app = await startApp({ mailUrl: smtp.url });
  await askForCode(app);
  await expect.poll(() => jobsOf(app)).toEqual(['retry']);
});

describe('the development mailbox', () => {
  const app = sharedApp();

  test('is readable in the browser on this machine', async () => {
    const ada = await askForCode(app);
    await expect.poll(() => app.mailbox.list(ada.email)).toHaveLength(1);
    const page = await fetch(`${app.url}/dev/mailbox`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const [mail] = app.mailbox.list(ada.email);
    const html = await page.text();
    expect(html).toContain(mail!.subject);
    expect(html).toContain(ada.email);
    const list = (to: string) =>
      fetch(`${app.url}/dev/mailbox.json?to=${encodeURIComponent(to)}`).then((answer) => answer.json());
    expect(await list(ada.email)).toEqual([JSON.parse(JSON.stringify(mail))]);
    expect(await list('bela@example.org')).toEqual([]);
  });

  test('shows mails as text, not as HTML', async () => {
    app.mailbox.add({ to: 'a@b.c', subject: '<script>1</script>', text: '<b>', html: '', at: new Date() });
    const html = await (await fetch(`${app.url}/dev/mailbox`)).text();
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('<script>');
  });

  test('keeps the last 200 mails', async () => {
    for (let n = 0; n < 250; n += 1)
      app.mailbox.add({ to: 'a@b.c', subject: String(n), text: '', html: '', at: new Date() });
    expect(app.mailbox.list()).toHaveLength(200);
    expect(app.mailbox.list()[0]?.subject).toBe('249');
  });

  test.each<[string, Record<string, string>]>([
    ['under another name', { host: 'attacker.example' }],
    ['under a name that begins alike', { host: 'localhost.attacker.example' }],
    ['through a proxy', { 'x-forwarded-for': '192.0.2.1' }],
    ['through another proxy', { forwarded: 'for=192.0.2.1' }],
  ])('is not there %s', async (_, headers) => {
    for (const path of ['/dev/mailbox', '/dev/mailbox.json'])
      expect(await statusOf(app, path, headers)).toBe(404);
  });

  test('works under each name of this machine', async () => {
    for (const host of [`localhost:${app.port}`, `127.0.0.1:${app.port}`, '[::1]:80'])
      expect(await statusOf(app, '/dev/mailbox', { host })).toBe(200);
  });

  test('does not exist in production, nor if mails are sent', async () => {
    for (const config of [{ production: true }, { mailUrl: 'smtp://127.0.0.1:9' }]) {
      await using app = await startApp(config);
      for (const path of ['/dev/mailbox', '/dev/mailbox.json'])
        expect(await (await fetch(app.url + path)).text()).not.toContain('mailbox');
    }
  });
});

test('a mail is queued in the transaction of its change, and a failed change sends no mail', async () => {
  await using app = await startApp();
  const ada = await person(app, 'ada', { step: 5 });
  const failing = app.work(async (tx) => {
    await app.accounts.verification.begin(tx, ada.id);
    throw new Error('later in the same change');
  });
  await expect(failing).rejects.toThrow('later in the same change');
  await api(app, forgotPassword, { body: { email: ada.email } });
  await expect.poll(() => app.mailbox.list(ada.email)).toHaveLength(1);
  expect(app.mailbox.list(ada.email)[0]?.subject).toMatch(/password reset code$/);
});

/** Uses `node:http`, since fetch does not allow a Host header. */
function statusOf(app: TestApp, path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port: app.port, path, headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
      .on('error', reject);
  });
}
