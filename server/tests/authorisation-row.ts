import type { Call } from '@herenow/contract/call';
import type { ApiAnswer, ApiInput } from '@herenow/testing/people';
import type { TestApp } from '@herenow/testing/start-app';
import type { Expected } from './authorisation-answers.ts';
import type { Actor, Cast } from './authorisation-cast.ts';

export interface Row {
  call: Call;
  /** What the call concerns; ada's, unless it says otherwise. */
  about: string;
  /** The body field that names ada as the acting user, whoever the caller is. */
  names?: string;
  input(cast: Cast, asker: Actor, app: TestApp): ApiInput<Call>;
  expected: Expected;
  /** Prepares what the row needs beyond the cast. */
  arrange?(app: TestApp, cast: Cast): Promise<unknown>;
  /** Returns what is added to the status of a success. */
  look?(answer: ApiAnswer, cast: Cast, app: TestApp): string | Promise<string>;
}

export function row<C extends Call>(
  call: C,
  about: string,
  expected: Expected,
  input: (cast: Cast, asker: Actor, app: TestApp) => ApiInput<C>,
  more: Pick<Row, 'names' | 'arrange' | 'look'> = {},
): Row {
  return { call, about, expected, input, ...more };
}

/** Returns the roles of the users that a response lists, or `nobody`. */
export function whom(ids: readonly string[], { actors }: Cast): string {
  const found = Object.values(actors).filter(
    ({ role, token, person }) =>
      role !== 'expired' && role !== 'signedOut' && token !== undefined && ids.includes(person.id),
  );
  return found.map(({ role }) => role).join(' ') || 'nobody';
}
export const listed = (answer: ApiAnswer, cast: Cast) =>
  whom(
    (answer.json as { id: string }[]).map(({ id }) => id),
    cast,
  );

/** For rows whose field `userId` names ada, whoever the caller is. */
export const asAda = { names: 'userId' };
