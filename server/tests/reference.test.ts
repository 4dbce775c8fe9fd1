import { DECISION_HEADER, DEVICE_KEY_HEADER, login } from '@herenow/contract/accounts';
import type { Call } from '@herenow/contract/call';
import { CALLS } from '@herenow/contract/calls';
import { listChats, listMessages } from '@herenow/contract/chats';
import { FEED_END_HEADER, listFeed } from '@herenow/contract/feed';
import { DESTINATIONS, QUEUES } from '@herenow/contract/queue';
import { REFUSAL_HEADER } from '@herenow/contract/refusals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test, onTestFinished, vi } from 'vitest';
import { REFUSALS } from '../src/lib/errors.ts';
import { PASSWORD, type ApiInput } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { castPeople, TOKEN_SECRET } from './authorisation-cast.ts';
import { DESK_ROWS } from './authorisation-desk-rows.ts';
import { FACE_ROWS } from './authorisation-face-rows.ts';
import { OTHER_ROWS } from './authorisation-other-rows.ts';
import { OWN_ROWS } from './authorisation-own-rows.ts';
import { upload } from './photos-pictures.ts';
import { REFUSED } from './reference-refusals.ts';

interface Operation {
  operationId: string;
  security: unknown[];
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { required: boolean; content: Record<string, { schema: { required?: string[] } }> };
  responses: Record<string, { description: string; headers?: Record<string, { description: string }> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

const ROWS = [...OWN_ROWS, ...OTHER_ROWS, ...DESK_ROWS, ...FACE_ROWS];
/** Routes that are not calls of the contract: pages, files, health, and the reference itself. */
const NOT_CALLS = [
  'GET /*',
  'GET /dev/mailbox',
  'GET /dev/mailbox.json',
  'GET /docs/api',
  'GET /docs/api/openapi.json',
  'GET /healthz',
  'GET /metrics',
  'GET /photos/:key/:pass/:name',
  'GET /readyz',
  // Posted by mail programs: a form that no client sends.
  'POST /unsubscribe/:token',
];

const app = sharedApp({ tokenSecret: TOKEN_SECRET });
let document: Document;
beforeAll(async () => {
  document = (await (await fetch(`${app.url}/docs/api/openapi.json`)).json()) as Document;
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
const operationOf = (name: string) =>
  operations().find(({ operation }) => operation.operationId === name)!.operation;
const nameOf = (call: (typeof CALLS)[number]['call']) => CALLS.find((one) => one.call === call)!.name;

test('the document is generated once for all requests', async () => {
  const stringify = vi.spyOn(JSON, 'stringify');
  onTestFinished(() => stringify.mockRestore());
  const answer = await fetch(`${app.url}/docs/api/openapi.json`);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await answer.json()).toEqual(document);
  const written = stringify.mock.calls.filter(([value]) => (value as Document | null)?.openapi !== undefined);
  expect(written).toEqual([]);
});

test('the document is valid OpenAPI 3.1', async () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  const result = await new Validator().validate(
    structuredClone(document) as unknown as Record<string, unknown>,
  );
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
});

test('every route of the running server is documented, and every documented one is served', () => {
  const served = new Set(app.routes.filter((route) => !route.startsWith('HEAD ')));
  for (const route of NOT_CALLS.filter((one) => one !== 'GET /*')) expect(served, route).toContain(route);
  const calls = [...served].filter((route) => !NOT_CALLS.includes(route));
  const documented = operations().map(
    ({ path, method }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  );
  expect(documented.toSorted()).toEqual(calls.toSorted());
});

test('calls documented to need a token need one', async () => {
  for (const { path, method, operation } of operations()) {
    const url = app.url + path.replaceAll(/\{\w+\}/g, '0198f7b2-0000-7000-8000-000000000000');
    const { status } = await fetch(url, { method });
    if (operation.security.length > 0) expect(status, path).toBe(401);
    else expect(status, path).toBe(operation.requestBody ? 400 : 200);
  }
});

test('a body without its required fields is refused, and so is an empty one where some are required', async () => {
  const { ada } = await castPeople(app, 0);
  for (const { path, method, operation } of operations()) {
    const required = operation.requestBody?.content['application/json']?.schema.required ?? [];
    if (required.length === 0) continue;
    const url = app.url + path.replaceAll(/\{\w+\}/g, ada.id);
    const headers = { ...ada.headers, 'content-type': 'application/json' };
    const answer = await fetch(url, { method, headers, body: '{}' });
    expect(answer.status, `${method} ${path}`).toBe(400);
    expect((await answer.text()).length).toBeGreaterThan(10);
  }
});

/** The codes of the refusals of a request without its body or its query. */
const UNREAD: readonly (string | null)[] = ['bad-body', 'bad-field', 'location', 'form-only'];

test('what is documented as required is, and the rest may be left out', async () => {
  const { ada } = await castPeople(app, 0);
  const wanted: string[] = [];
  for (const { path, method, operation } of operations()) {
    const { call } = CALLS.find(({ name }) => name === operation.operationId)!;
    const required = (place: string) =>
      operation.parameters.filter((one) => one.in === place).map((one) => `${one.name}: ${one.required}`);
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: true`);
    expect(required('path').toSorted(), path).toEqual(inPath.toSorted());
    expect(operation.requestBody !== undefined, path).toBe(call.body !== undefined);
    if (!call.body && !call.query) continue;
    const queried = required('query').filter((one) => one.endsWith(': true'));
    if (queried.length > 0) wanted.push(`${path} ${queried.join()}`);
    const url = app.url + path.replaceAll(/\{\w+\}/g, ada.id);
    const { headers } = await fetch(url, { method, headers: ada.headers });
    const unread = UNREAD.includes(headers.get(REFUSAL_HEADER));
    expect(unread, path).toBe(operation.requestBody?.required === true || queried.length > 0);
    expect(Object.keys(operation.responses), path).toContain('400');
  }
  expect(wanted).toEqual(['/api/moderation/statistics days: true', '/api/moderation/pulse minutes: true']);
  expect(operationOf('acceptPin').requestBody?.required).toBe(false);
  const form = operationOf('uploadPhotos').requestBody?.content['multipart/form-data'];
  expect(form?.schema.required).toEqual(['userId', 'images']);
});

test('every refusal found by the matrix is documented', () => {
  for (const { call, about, expected } of ROWS)
    for (const answer of Object.values(expected)) {
      const status = answer.slice(0, 3);
      expect(
        Object.keys(operationOf(nameOf(call)).responses),
        `${nameOf(call)} ${about}: ${answer}`,
      ).toContain(status);
    }
});

test('what an answer says in a header is documented', async () => {
  const { ada, chatId } = await castPeople(app, 1);
  const headersOf = async <C extends Call>(call: C, input: ApiInput<C>) => {
    const { status, text, headers } = await ada.api(call, input);
    expect(status, text).toBe(200);
    return [...headers.keys()].filter((name) => !/^(?:content|transfer|vary)/.test(name));
  };
  const usual = await headersOf(listChats, { params: { userId: ada.id } });
  const documented = (call: Call) => Object.keys(operationOf(nameOf(call)).responses[200]!.headers ?? {});
  const check = async <C extends Call>(call: C, input: ApiInput<C>, said: string[]) => {
    const headers = (await headersOf(call, input)).filter((name) => !usual.includes(name));
    expect(headers, nameOf(call)).toEqual(said);
    expect(documented(call), nameOf(call)).toEqual(expect.arrayContaining(said));
  };
  await check(listFeed, { body: { userId: ada.id, limit: 1 } }, ['link']);
  await check(listMessages, { params: { chatId }, query: { limit: 1 } }, ['link']);
  await check(login, { body: { email: ada.email, password: PASSWORD } }, [DEVICE_KEY_HEADER]);
  expect(documented(login)).toContain(DECISION_HEADER);
  expect(documented(listFeed)).toContain(FEED_END_HEADER);
});

test('of any call it is documented that it may be refused for a while, and for how long', () => {
  for (const { path, operation } of operations())
    for (const status of ['429', '503'])
      expect(Object.keys(operation.responses[status]?.headers ?? {}), path).toContain('retry-after');
});

test('each refusal has its own code, and each wrong value its own text', () => {
  for (const { code } of REFUSALS) expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
  expect(new Set(REFUSALS.map(({ code }) => code)).size).toBe(REFUSALS.length);
  const values = REFUSALS.filter(({ status }) => status === 400);
  expect(new Set(values.map(({ text }) => text)).size).toBe(values.length);
});

/** Returns a pattern for a sentence of which the contract leaves some words open. */
const spoken = (text: string) =>
  new RegExp(`^${text.replaceAll(/[.?()[\]]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '.+')}$`);

describe('every documented refusal occurs', () => {
  const documented = CALLS.flatMap(({ name, call }) =>
    [...(call.refusals ?? []), ...(call.missing ? [call.missing] : [])].map((refusal) => ({
      name,
      call,
      ...refusal,
    })),
  );
  const inMatrix = ({ call, status, text }: (typeof documented)[number]) =>
    ROWS.some(
      (row) =>
        row.call === call &&
        Object.values(row.expected).some((answer) => answer.startsWith(`${status} ${text}`)),
    );

  test.each(documented.filter((one) => !inMatrix(one)))(
    '$name $status $code',
    async ({ name, call, code, status, text }) => {
      expect(operationOf(name).responses[status]!.description).toContain(text);
      const candidates = REFUSED.filter((one) => one.call === call && one.status === status);
      const found =
        candidates.find((one) => one.code === code) ?? candidates.find((one) => one.code === undefined);
      if (!found) throw new Error('No request of reference-refusals.ts is refused like this.');
      const cast = await castPeople(app, 0);
      await found.arrange?.(app, cast);
      const input = found.input(cast, app);
      const answer = found.files ? await upload(app, cast.ada, found.files) : await cast.ada.api(call, input);
      expect([answer.status, answer.headers.get(REFUSAL_HEADER)], answer.text).toEqual([status, code]);
      expect(answer.text).toMatch(spoken(text));
    },
  );
});

test('the page names every call, queue and destination', async () => {
  const response = await fetch(`${app.url}/docs/api`);
  expect(response.headers.get('content-type')).toContain('text/html');
  const page = await response.text();
  for (const { call } of CALLS) {
    expect(page).toContain(`<code>${call.method} ${call.path}</code>`);
    for (const [name, says] of Object.entries(call.headers ?? {}))
      expect(page).toContain(`<code>${name}</code> ${says}`);
  }
  for (const { code, status, text } of REFUSALS)
    expect(page).toContain(`<li><code>${status} ${code}</code> ${text.replaceAll('&', '&amp;')}</li>`);
  for (const queue of Object.keys(QUEUES)) expect(page).toContain(`/user/queue/${queue}<`);
  for (const destination of Object.keys(DESTINATIONS)) expect(page).toContain(`SEND ${destination}<`);
  expect(page).toContain(`<code>/user/queue/errors</code>, with the header <code>${REFUSAL_HEADER}</code>`);
});

test.each(['/docs/api', '/docs/api/openapi.json'])(
  '%s is compressed once, not for each request of whoever asks without end',
  async (path) => {
    const plain = await (
      await fetch(`${app.url}${path}`, { headers: { 'accept-encoding': 'identity' } })
    ).text();
    for (const encoding of ['br', 'gzip']) {
      const answer = await fetch(`${app.url}${path}`, { headers: { 'accept-encoding': encoding } });
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      expect(answer.headers.get('vary')).toContain('accept-encoding');
      // A response compressed on the fly has no known length.
      expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(1000);
      expect(await answer.text()).toBe(plain);
    }
  },
);
