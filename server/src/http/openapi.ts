import type { Call } from '@herenow/contract/call';
import { CALLS } from '@herenow/contract/calls';
import { APP_VERSION } from '@herenow/contract/constants';
import * as refusals from '@herenow/contract/refusals';
import { REFUSAL_HEADER, type Refusal } from '@herenow/contract/refusals';
import { safeParse, toJSONSchema, type ZodMiniType } from 'zod/mini';

type Json = Record<string, unknown>;

const TEXT_ANSWER = (description: string) => ({
  description,
  content: { 'text/plain': { schema: { type: 'string' } } },
});

/** Returns the JSON Schema of what a client sends or receives; transforms show their input. */
export function schemaOf(schema: ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _version, ...json } = toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  });
  return json;
}

/** Returns the OpenAPI 3.1 document of every call of the contract. */
export function openApi(publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const { name, feature, call } of CALLS) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, feature, call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Herenow',
      version: APP_VERSION,
      description: `Refusals are sentences for people, as plain text, with a stable code for machines in the header ${REFUSAL_HEADER}. Timestamps are ISO 8601 in UTC.`,
    },
    servers: [{ url: publicUrl }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths,
  };
}

function operation(name: string, feature: string, call: Call): Json {
  return {
    operationId: name,
    tags: [feature],
    summary: call.summary,
    security: call.auth === 'none' ? [] : [{ token: [] }],
    parameters: [...pathParameters(call), ...queryParameters(call)],
    ...(call.body && { requestBody: requestBody(call, call.body) }),
    responses: responses(call),
  };
}

function pathParameters(call: Call): Json[] {
  return [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }));
}

function queryParameters(call: Call): Json[] {
  if (!call.query) return [];
  const { properties = {}, required = [] } = schemaOf(call.query, 'input') as {
    properties?: Json;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function requestBody(call: Call, body: ZodMiniType): Json {
  const schema = schemaOf(body, 'input');
  const required = !safeParse(body, undefined).success;
  if (!call.multipart) return { required, content: { 'application/json': { schema } } };
  const images = { type: 'array', items: { type: 'string', contentMediaType: 'image/*' } };
  const form = {
    ...schema,
    properties: { ...(schema.properties as Json), images },
    required: [...(schema.required as string[]), 'images'],
  };
  return { required, content: { 'multipart/form-data': { schema: form } } };
}

/** Returns all refusals of the call itself, without those of its fields’ rules. */
export function refusalsOf(call: Call): Refusal[] {
  const every = [
    ...(call.missing ? [call.missing] : []),
    ...(call.refusals ?? []),
    ...(call.auth === 'none' ? [] : [refusals.signInAgain]),
    ...(call.actsAs?.length ? [refusals.notYours] : []),
  ];
  return [...new Set(every)].toSorted((a, b) => a.status - b.status);
}

/** The refusals of any call that tell in a header how long to wait. */
const TO_WAIT = [refusals.tooManyTries, refusals.busy, refusals.away];

/** The refusals of what a call sends, besides those of its fields’ rules. */
function unreadable({ body, query }: Call): Refusal[] {
  if (body) return [refusals.badBody, refusals.badField];
  return query ? [refusals.badField] : [];
}

function responses(call: Call): Json {
  const every = [...refusalsOf(call), ...unreadable(call), ...TO_WAIT];
  const byStatus = Map.groupBy(every, ({ status }) => status);
  return {
    200: success(call),
    ...Object.fromEntries([...byStatus].map(([status, some]) => [status, refusalAnswer(some)])),
  };
}

function refusalAnswer(some: readonly Refusal[]): Json {
  const waits = some.some((one) => TO_WAIT.includes(one));
  return {
    ...TEXT_ANSWER(some.map(({ text }) => text).join(' / ')),
    headers: {
      [REFUSAL_HEADER]: {
        description: 'Which refusal it is; stays when the sentence changes.',
        schema: { type: 'string', examples: some.map(({ code }) => code) },
      },
      ...(waits && {
        'retry-after': { description: 'How many seconds to wait.', schema: { type: 'integer' } },
      }),
    },
  };
}

function success(call: Call): Json {
  const headers = Object.entries(call.headers ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return { ...answerOf(call), ...(headers.length > 0 && { headers: Object.fromEntries(headers) }) };
}

function answerOf(call: Call): Json {
  if (call.answer === 'nothing') return { description: 'Done; the body is empty.' };
  if (call.answer === 'text') return TEXT_ANSWER('Plain text');
  if (call.answer === 'file') return { description: 'A file', content: { '*/*': {} } };
  return {
    description: 'JSON',
    content: { 'application/json': { schema: schemaOf(call.answer, 'output') } },
  };
}
