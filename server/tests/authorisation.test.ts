import type { Call } from '@herenow/contract/call';
import { CALLS } from '@herenow/contract/calls';
import { REFUSAL_HEADER } from '@herenow/contract/refusals';
import { listFeed } from '@herenow/contract/feed';
import { describe, expect, test } from 'vitest';
import { api, people, type ApiAnswer } from '@herenow/testing/people';
import { REFUSALS } from '../src/lib/errors.ts';
import { sharedApp } from '@herenow/testing/shared-app';
import { NOT_YOURS, SIGN_IN } from './authorisation-answers.ts';
import { askAs } from './authorisation-asking.ts';
import { castPeople, ROLES, TOKEN_SECRET, type Actor, type Cast, type Role } from './authorisation-cast.ts';
import { DESK_ROWS } from './authorisation-desk-rows.ts';
import { FACE_ROWS } from './authorisation-face-rows.ts';
import { OTHER_ROWS } from './authorisation-other-rows.ts';
import { OWN_ROWS } from './authorisation-own-rows.ts';
import type { Row } from './authorisation-row.ts';
import { plain, RED } from './photos-pictures.ts';

const ROWS: readonly Row[] = [...OWN_ROWS, ...OTHER_ROWS, ...DESK_ROWS, ...FACE_ROWS];

const app = sharedApp({ tokenSecret: TOKEN_SECRET });
const picture = await plain(RED, 30, 40).jpeg().toBuffer();

/** Ada comes last, because her calls may change what other users get. */
const ORDER: readonly Role[] = [...ROLES.filter((role) => role !== 'owner'), 'owner'];
const nameOf = (call: Call) => CALLS.find((one) => one.call === call)!.name;

let readers: Promise<Cast> | undefined;
/** Rows that only read share one cast. */
function castOf({ call, arrange }: Row, index: number): Promise<Cast> {
  const reads = (call.method === 'GET' || call === listFeed) && !arrange;
  return reads ? (readers ??= castPeople(app, ROWS.length)) : castPeople(app, index);
}

async function outcome(row: Row, cast: Cast, asker: Actor): Promise<string> {
  const answer = await askAs(app, row, cast, asker, picture);
  if (answer.status !== 200) {
    const { status, text, headers } = answer;
    const told = REFUSALS.find(({ code }) => code === headers.get(REFUSAL_HEADER));
    expect(told, `the refusal of ${status} ${text}`).toMatchObject({ status, text });
    return `${status} ${text}`;
  }
  return row.look ? `200 ${await row.look(answer as ApiAnswer, cast, app)}` : '200';
}

describe('every call answers each role as specified', () => {
  test.each(ROWS.map((row, index) => ({ row, index, name: `${nameOf(row.call)}: ${row.about}` })))(
    '$name',
    async ({ row, index }) => {
      const cast = await castOf(row, index);
      await row.arrange?.(app, cast);
      const found: Partial<Record<Role, string>> = {};
      for (const role of ORDER) found[role] = await outcome(row, cast, cast.actors[role]);
      expect(found).toEqual(row.expected);
    },
  );
});

test('there is a row for every call', () => {
  const missing = CALLS.filter(({ call }) => !ROWS.some((row) => row.call === call));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('there is a row for every field that names the acting user, and nobody else may be named', () => {
  for (const { name, call } of CALLS)
    for (const field of call.actsAs ?? []) {
      const row = ROWS.find((one) => one.call === call && one.names === field);
      expect(row, `${name} by ${field}`).toBeDefined();
      for (const role of ['partner', 'pending', 'stranger', 'blocked', 'blocker'] as const)
        expect(row!.expected[role], `${name} by ${field}`).toBe(NOT_YOURS);
    }
});

test('nobody without a live session gets anything from a call that needs one', () => {
  const outside = ['visitor', 'expired', 'signedOut', 'suspended'] as const;
  const answers = ROWS.filter(({ call }) => call.auth !== 'none').flatMap(({ expected }) =>
    outside.map((role) => expected[role]),
  );
  expect([...new Set(answers)]).toEqual([SIGN_IN]);
});

/** The body fields that name the user for whom a call acts. */
const ACTING = CALLS.flatMap(({ name, call }: { name: string; call: Call }) =>
  call.auth === 'none' || !call.body || call.multipart
    ? []
    : (call.actsAs ?? [])
        .filter((field) => !call.path.includes(`:${field}`))
        .map((field) => ({ name, field, call })),
);

test.each(ACTING)('$name for somebody else by $field is refused, whatever else is wrong', async (acting) => {
  const [ada, bela] = await people(app, 'ada', 'bela');
  const { status, text } = await api(app, acting.call, {
    token: ada.token,
    body: { [acting.field]: bela.id } as never,
  });
  expect(`${status} ${text}`).toBe(NOT_YOURS);
});
