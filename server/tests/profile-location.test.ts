import { getUser, updateLocation } from '@herenow/contract/profile';
import * as refusals from '@herenow/contract/refusals';
import { describe, expect, test } from 'vitest';
import { cellCentre, snapToCell } from '../src/lib/cells.ts';
import { recordOf } from '@herenow/testing/encounters';
import { api, person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp } from '@herenow/testing/start-app';

const app = sharedApp();

const HAMBURG: [number, number] = [9.993682, 53.551086];
const point = (coordinates: [number, number]) => ({ type: 'Point' as const, coordinates });

test('only the cell of a move is stored and shown to the user', async () => {
  const ada = await person(app, 'ada');
  const answer = await ada.api(updateLocation, { params: { id: ada.id }, body: point(HAMBURG) });
  expect(answer).toMatchObject({ status: 200, text: '' });
  const cell = snapToCell(point(HAMBURG));
  const location = cellCentre(cell);
  expect(location.coordinates).not.toEqual(HAMBURG);
  expect((await recordOf(ada)).location).toEqual(location);
  expect(await app.db.selectFrom('viewpoints').select(['cell', 'next_cell']).execute()).toEqual([
    { cell, next_cell: null },
  ]);
});

test.each<[string, [number, number]]>([
  ['the poles', [0, 90]],
  ['the date line, west', [-180, 0]],
  ['the date line, east', [180, 0]],
  ['the middle of nowhere', [0, 0]],
])('%s is a place', async (_, coordinates) => {
  const ada = await person(app, 'ada');
  const params = { id: ada.id };
  expect(await ada.api(updateLocation, { params, body: point(coordinates) })).toMatchObject({ status: 200 });
  expect((await ada.api(getUser, { params })).json.location!.type).toBe('Point');
});

describe('an invalid place is refused', () => {
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['text', 'here'],
    ['no coordinates', { type: 'Point' }],
    ['one coordinate', { type: 'Point', coordinates: [1] }],
    ['three coordinates', { type: 'Point', coordinates: [1, 2, 3] }],
    ['text for a coordinate', { type: 'Point', coordinates: ['1', 2] }],
    ['null for a coordinate', { type: 'Point', coordinates: [null, 2] }],
    ['a longitude beyond 180', { type: 'Point', coordinates: [180.1, 0] }],
    ['a latitude beyond 90', { type: 'Point', coordinates: [0, -90.1] }],
    ['a line', { type: 'LineString', coordinates: [1, 2] }],
  ])('%s', async (_, body) => {
    const ada = await person(app, 'ada');
    const params = { id: ada.id };
    const before = await ada.api(getUser, { params });
    expect(await ada.api(updateLocation, { params, body: body as never })).toMatchObject({
      status: 400,
      text: refusals.location.text,
    });
    expect((await ada.api(getUser, { params })).json).toEqual(before.json);
  });
});

test('nobody can move another user', async () => {
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  const input = { params: { id: bela.id }, body: point(HAMBURG) };
  expect(await ada.api(updateLocation, input)).toMatchObject({ status: 403, text: refusals.notYours.text });
  expect(await api(app, updateLocation, input)).toMatchObject({ status: 401 });
});

test('moves are limited', async () => {
  await using limited = await startApp({ rateLimits: true });
  const ada = await person(limited, 'ada');
  const move = () => ada.api(updateLocation, { params: { id: ada.id }, body: point(HAMBURG) });
  for (let moves = 0; moves < 120; moves += 1) expect((await move()).status).toBe(200);
  const refused = await move();
  expect(refused).toMatchObject({
    status: 429,
    text: expect.stringMatching(/^Too many tries\. Please wait /),
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});
