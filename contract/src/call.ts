import type * as z from 'zod/mini';
import type { Bound } from './rates.ts';
import type { Refusal } from './refusals.ts';

type Schema = z.ZodMiniType;

/** The kind of an answer: a JSON body of a schema, plain text, a file to save, or an empty body. */
export type Answer = Schema | 'text' | 'file' | 'nothing';

/** A file that a server sends and a client saves. */
export interface File {
  name: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  /** With `:name` for path parameters. */
  path: `/${string}`;
  /** `none`: for anybody. Every other call needs a bearer token of a live session. */
  auth?: 'none';
  /** The rate limit and the body limit. */
  bound: Bound;
  summary: string;
  body?: Schema;
  /** The body is multipart/form-data with files; `body` describes its text fields. */
  multipart?: boolean;
  query?: Schema;
  answer: Answer;
  /** The headers of an answer that clients read beside its body, with what each says. */
  headers?: Readonly<Record<string, string>>;
  /**
   * Names of body or path fields with the user the call acts for: any other user than the token's owner is refused
   * (403).
   */
  actsAs?: readonly string[];
  /** The refusals of this call beside those of every call; its rules add those of its fields. */
  refusals?: readonly Refusal[];
  /** The refusal for a path whose ids are malformed; `notFound` by default. */
  missing?: Refusal;
}

/** Declares a call: the one description from which routes, clients and the reference page are built. */
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
