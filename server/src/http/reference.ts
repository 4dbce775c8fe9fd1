import type { Call } from '@herenow/contract/call';
import { CALLS } from '@herenow/contract/calls';
import { DESTINATIONS, QUEUES } from '@herenow/contract/queue';
import { REFUSAL_HEADER, type Refusal } from '@herenow/contract/refusals';
import type { FastifyInstance } from 'fastify';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { ZodMiniType } from 'zod/mini';
import { REFUSALS } from '../lib/errors.ts';
import { variesByEncoding } from './compression.ts';
import { openApi, refusalsOf, schemaOf } from './openapi.ts';

/** Serves the OpenAPI document and a readable page, both generated from the contract on the first request. */
export function serveReference(app: FastifyInstance, publicUrl: string): void {
  const document = () => JSON.stringify(openApi(publicUrl));
  servePacked(app, '/docs/api/openapi.json', 'application/json; charset=utf-8', document);
  servePacked(app, '/docs/api', 'text/html; charset=utf-8', referencePage);
}

/** By the name of the encoding, the best first. */
const PACKED: Readonly<Record<string, (text: Buffer) => Buffer>> = {
  br: (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text) => gzipSync(text),
};

/** Serves a long text that anybody may request: compressing it for each of them would cost more than all the rest. */
function servePacked(app: FastifyInstance, path: string, type: string, make: () => string): void {
  const kept = new Map<string, Buffer>();
  let text: Buffer | undefined;
  app.get(path, { compress: false }, (request, reply) => {
    variesByEncoding(reply.type(type));
    const whole = (text ??= Buffer.from(make()));
    const accepted = String(request.headers['accept-encoding']);
    const encoding = Object.keys(PACKED).find((name) => new RegExp(`\\b${name}\\b`).test(accepted));
    if (encoding === undefined) return reply.send(whole);
    const packed = kept.getOrInsertComputed(encoding, () => PACKED[encoding]!(whole));
    return reply.header('content-encoding', encoding).send(packed);
  });
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function referencePage(): string {
  const features = [...new Set(CALLS.map(({ feature }) => feature))];
  const links = [...features, 'realtime', 'refusals']
    .map((name) => `<a href="#${name}">${name}</a>`)
    .join(' ');
  const sections = features.map((feature) => {
    const calls = CALLS.filter((one) => one.feature === feature);
    return `<section id="${feature}"><h2>${feature}</h2>${calls.map(({ call }) => callHtml(call)).join('')}</section>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Herenow API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body>
<header><h1>Herenow API</h1>
<p>Refusals are sentences for people, as plain text. The header <code>${REFUSAL_HEADER}</code> has a code for
machines, which stays when a sentence changes: <a href="#refusals">all of them</a>. Any call may also answer
400 to a field that breaks its rule, 429 or 503;
<code>Retry-After</code> says how many seconds to wait. Calls marked <b>token</b> take
<code>Authorization: Bearer …</code>; whom they act for is the token’s owner. Machine-readable:
<a href="/docs/api/openapi.json">OpenAPI 3.1</a>.</p><nav>${links}</nav></header>
<main>${sections.join('')}${realtimeHtml()}${refusalsHtml()}</main></body></html>`;
}

function callHtml(call: Call): string {
  const refused = refusalsOf(call).map(refusalHtml);
  const answer =
    typeof call.answer === 'string'
      ? `<p>Answers ${call.answer}.</p>`
      : schemaHtml('Answer', call.answer, 'output');
  const headers = Object.entries(call.headers ?? {}).map(
    ([name, text]) => `<li><code>${name}</code> ${escape(text)}</li>`,
  );
  return `<article><h3><code>${call.method} ${escape(call.path)}</code>${call.auth === 'none' ? '' : ' <b>token</b>'}</h3>
<p>${escape(call.summary)}</p>${call.query ? schemaHtml('Query', call.query, 'input') : ''}
${call.body ? schemaHtml(call.multipart ? 'Form fields' : 'Body', call.body, 'input') : ''}${answer}
${headers.length > 0 ? `<p>Headers</p><ul>${headers.join('')}</ul>` : ''}
${refused.length > 0 ? `<p>Refusals</p><ul>${refused.join('')}</ul>` : ''}</article>`;
}

const refusalHtml = ({ code, status, text }: Refusal) =>
  `<li><code>${status} ${code}</code> ${escape(text)}</li>`;

function refusalsHtml(): string {
  return `<section id="refusals"><h2>refusals</h2><ul>${REFUSALS.map(refusalHtml).join('')}</ul></section>`;
}

function realtimeHtml(): string {
  const queues = Object.entries(QUEUES).map(
    ([name, schema]) =>
      `<article><h3><code>SUBSCRIBE /user/queue/${name}</code></h3>${schemaHtml('Body', schema, 'output')}</article>`,
  );
  const sends = Object.entries(DESTINATIONS).map(
    ([name, schema]) =>
      `<article><h3><code>SEND ${name}</code></h3>${schemaHtml('Body', schema, 'input')}</article>`,
  );
  return `<section id="realtime"><h2>realtime</h2><p>STOMP 1.0 to 1.2 over a WebSocket at
<code>/ws?token=…</code>, heart-beats of 10 s both ways. What is refused of what a client sends is told on
<code>/user/queue/errors</code>, with the header <code>${REFUSAL_HEADER}</code>.</p>${queues.join('')}${sends.join('')}</section>`;
}

function schemaHtml(title: string, schema: ZodMiniType, io: 'input' | 'output'): string {
  const json = JSON.stringify(schemaOf(schema, io), null, 2);
  return `<details><summary>${title}</summary><pre>${escape(json)}</pre></details>`;
}

/** The client’s colours, for the same look. */
const STYLE = `:root{color-scheme:light dark;--paper:light-dark(#fffbf7,#12100f);--raised:light-dark(#fff,#1c1917);
--sunken:light-dark(#f6eee6,#26211e);--ink:light-dark(#1a1614,#f7f1ea);--soft:light-dark(#6b625c,#a89f97);
--line:light-dark(#eadfd5,#2f2a27);--signal:light-dark(#c4231f,#ff7a70)}
body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:0 auto;padding:2rem 1.25rem 5rem;background:var(--paper);
color:var(--ink);overflow-wrap:anywhere}
h1{margin:0 0 1rem;font-size:2.25rem;line-height:1.1;letter-spacing:-.03em}
h2{margin:4rem 0 1rem;font-size:1.75rem;line-height:1.1;letter-spacing:-.02em;text-transform:capitalize}
a{color:var(--signal)}:focus-visible{outline:2px solid;outline-offset:2px}
nav{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:1.5rem}
nav a{padding:.5rem 1rem;border-radius:2rem;background:var(--sunken);color:var(--ink);font-weight:600;text-decoration:none}
article{margin:.75rem 0;padding:1.25rem;border:1px solid var(--line);border-radius:18px;background:var(--raised)}
h3{margin:0;font-size:1rem}h3 b{padding:.1rem .6rem;border-radius:1rem;background:var(--sunken);font-size:.75rem}
p{margin:.5rem 0;color:var(--soft)}ul{margin:.5rem 0;padding-inline-start:1.25rem;color:var(--soft)}
summary{display:inline-block;padding:.5rem 0;font-weight:600;cursor:pointer}
pre{overflow:auto;margin:.25rem 0;padding:1rem;border-radius:14px;background:var(--sunken);overflow-wrap:normal}
code{font-size:.95em;color:var(--ink)}`;
