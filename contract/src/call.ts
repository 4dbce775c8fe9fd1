import type * as z from 'zod/mini';
import type { Bound } from './rates.ts';
import type { Refusal } from './refusals.ts';

type Schema = z.ZodMiniType;

/** What an answer is: a JSON body of a schema, plain text, a file to keep, or an empty body. */
export type Answer = Schema | 'text' | 'file' | 'nothing';

/** A file that a server hands out and a client keeps. */
export interface File {
  name: string;
  /** Media type. */
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  /** With `:name` for path parameters. */
  path: `/${string}`;
  /** `user`: needs a bearer token of a live session. */
  auth: 'none' | 'user';
  /** How often and how much. */
  bound: Bound;
  summary: string;
  /** JSON body. */
  body?: Schema;
  /** The body is multipart/form-data with files; `body` describes its text fields. */
  multipart?: boolean;
  query?: Schema;
  answer: Answer;
  /** Names of body or path fields that say whom the call acts for: anyone but the token's owner is refused (403). */
  actsAs?: readonly string[];
  /** What this call refuses beside what every call does; its rules add those of its fields. */
  refusals?: readonly Refusal[];
  /** The refusal of a path whose ids are none; without it `notFound`. */
  missing?: Refusal;
}

/** Declares a call: the one description that routes, clients and the reference page are made of. */
export function call<const D extends Call>(definition: D): D {
  return definition;
}

export type BodyOf<C extends Call> = C extends { body: infer B extends Schema } ? z.output<B> : undefined;
export type BodyInput<C extends Call> = C extends { body: infer B extends Schema } ? z.input<B> : undefined;
export type QueryOf<C extends Call> = C extends { query: infer Q extends Schema } ? z.output<Q> : undefined;
export type QueryInput<C extends Call> = C extends { query: infer Q extends Schema } ? z.input<Q> : undefined;
export type AnswerOf<C extends Call> = C['answer'] extends 'text'
  ? string
  : C['answer'] extends 'file'
    ? File
    : C['answer'] extends 'nothing'
      ? void
      : C['answer'] extends Schema
        ? z.output<C['answer']>
        : never;

type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
export type ParamsOf<C extends Call> = { [K in ParamNames<C['path']>]: string };
