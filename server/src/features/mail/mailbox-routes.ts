import type { FastifyInstance } from 'fastify';
import { requireLocal } from '../../http/local.ts';
import { escapeHtml } from './letter.ts';
import type { Mailbox, ReceivedMail } from './development-mailbox.ts';

/** Serves the development mailbox to browsers on the same machine. Never mounted in production. */
export function mailboxRoutes(http: FastifyInstance, mailbox: Mailbox): void {
  http.get('/dev/mailbox', async (request, reply) => {
    requireLocal(request);
    return reply.type('text/html; charset=utf-8').send(page(mailbox.list()));
  });
  http.get<{ Querystring: { to?: string } }>('/dev/mailbox.json', async (request, reply) => {
    requireLocal(request);
    const { to } = request.query;
    return reply.send(mailbox.list(typeof to === 'string' ? to : undefined));
  });
}

function page(mails: ReceivedMail[]): string {
  const items = mails.map(
    ({ to, subject, text, at }) => `<article>
<h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(to)}, <time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time></p>
<pre>${escapeHtml(text)}</pre>
</article>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="refresh" content="3">
<title>Development mailbox</title>
<style>
body{margin:0 auto;padding:24px 16px;max-width:640px;font:16px/1.5 system-ui,sans-serif;background:#fffbf7;color:#1a1614}
article{margin:16px 0;padding:16px 20px;background:#fff;border:1px solid #eadfd5;border-radius:14px}
h2{margin:0;font-size:18px}p{margin:4px 0 12px;color:#6b625c}pre{margin:0;white-space:pre-wrap;font:inherit}
</style>
</head>
<body>
<h1>Development mailbox</h1>
<p>MAIL_URL isn’t set, so emails arrive here. This page looks for new ones every 3 seconds.</p>
${items.join('\n') || '<p>No emails yet.</p>'}
</body>
</html>
`;
}
