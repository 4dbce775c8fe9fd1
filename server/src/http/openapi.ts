import type { Call } from '@herenow/contract/call';
import { CALLS } from '@herenow/contract/calls';
import { APP_VERSION } from '@herenow/contract/constants';
import { toJSONSchema, type ZodMiniType } from 'zod/mini';

type Json = Record<string, unknown>;

const TEXT_ANSWER = (description: string) => ({
  description,
  content: { 'text/plain': { schema: { type: 'string' } } },
});

/** JSON Schema of what a client sends or gets; transforms show what goes in. */
function schemaOf(schema: ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _version, ...json } = toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  });
  return json;
}

/** The OpenAPI 3.1 document of every call of the contract. */
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
      description: 'Refusals are sentences for people, as plain text. Timestamps are ISO 8601 in UTC.',
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
    security: call.auth === 'user' ? [{ token: [] }] : [],
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
  const { properties = {} } = schemaOf(call.query, 'input') as { properties?: Json };
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
}

function requestBody(call: Call, body: ZodMiniType): Json {
  const schema = schemaOf(body, 'input');
  if (!call.multipart) return { required: true, content: { 'application/json': { schema } } };
  const images = { type: 'array', items: { type: 'string', contentMediaType: 'image/*' } };
  const properties = { ...(schema.properties as Json), images };
  return { required: true, content: { 'multipart/form-data': { schema: { ...schema, properties } } } };
}

function responses(call: Call): Json {
  const refusals: Record<number, string> = { ...(call.body && { 400: 'Bad input' }), ...call.errors };
  if (call.auth === 'user') refusals[401] ??= 'Please log in again.';
  if (call.actsAs?.length) refusals[403] ??= 'You can only do this for yourself.';
  return {
    200: success(call),
    ...Object.fromEntries(Object.entries(refusals).map(([status, text]) => [status, TEXT_ANSWER(text)])),
  };
}

function success(call: Call): Json {
  if (call.answer === 'nothing') return { description: 'Done; the body is empty.' };
  if (call.answer === 'text') return TEXT_ANSWER('Plain text');
  if (call.answer === 'file')
    return {
      description: 'A file',
      content: { 'application/octet-stream': { schema: { type: 'string', contentEncoding: 'binary' } } },
    };
  return {
    description: 'JSON',
    content: { 'application/json': { schema: schemaOf(call.answer, 'output') } },
  };
}
