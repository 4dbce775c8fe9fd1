import { expect, test } from 'vitest';
import { areasOf } from '../../lib/areas.ts';
import { snapToCell } from '../../lib/cells.ts';
import { newSilentId } from '../../lib/ids.ts';
import { createRecentChanges, type RecentChanges } from './recent-changes.ts';

const MINUTE = 60_000;
const at = (latitude: number) => snapToCell({ type: 'Point', coordinates: [13.4, latitude] });
const [here, near, far] = [at(52.5), at(52.52), at(52.9)];

/** Somebody who may not learn of anybody. */
const APART = newSilentId();

function heard() {
  const time = { now: 1000, heardSince: 0 };
  const recent = createRecentChanges(
    () => time.heardSince,
    () => time.now,
  );
  const noteBut = (except: readonly string[], who: string, ...cells: string[]) =>
    recent.note({
      userId: who,
      cells,
      areas: new Set(cells.flatMap(areasOf)),
      except,
      only: undefined,
    });
  const note = (who: string, ...cells: string[]) => noteBut([APART], who, ...cells);
  return { time, recent, note, noteBut };
}

const markOf = (recent: RecentChanges) => recent.markAt('viewer', recent.last(), here);
const since = (recent: RecentChanges, mark: string, km: number) =>
  recent.listSince('viewer', mark, () => km)?.userIds;

test('users within reach who have changed since a mark are listed once each', () => {
  const { recent, note } = heard();
  note('ada', near);
  const mark = markOf(recent);
  expect(since(recent, mark, 5)).toEqual([]);
  note('bela', near);
  note('chidi', far);
  note('dana', far, near);
  note('bela', near);
  expect(since(recent, mark, 5)?.toSorted()).toEqual(['bela', 'dana']);
  expect(since(recent, mark, 50)?.toSorted()).toEqual(['bela', 'chidi', 'dana']);
  expect(since(recent, markOf(recent), 50)).toEqual([]);
  const apart = recent.markAt(APART, 1, here);
  expect(recent.listSince(APART, apart, () => 50)?.userIds).toEqual([]);
});

test('a mark reveals nothing, not even by its length, and is useless to anybody else', () => {
  const { recent, note } = heard();
  const marks = Array.from({ length: 30 }, () => {
    note('apart', near);
    return markOf(recent);
  });
  expect(new Set(marks).size).toBe(marks.length);
  expect(new Set(marks.map(({ length }) => length)).size).toBe(1);
  expect(marks.some((mark) => Buffer.from(mark, 'base64url').includes(here))).toBe(false);
  expect(recent.listSince('another', marks.at(-1)!, () => 50)).toBeUndefined();
  expect(recent.listSince('viewer', `A${marks.at(-1)!.slice(1)}`, () => 50)).toBeUndefined();
});

test('the mark of an answer replaces the one it was computed from', () => {
  const { recent, note } = heard();
  const [first, ofAnotherTab] = [markOf(recent), markOf(recent)];
  note('ada', near);
  const next = recent.markAt('viewer', recent.last(), here, first);
  expect(since(recent, next, 5)).toEqual([]);
  expect(since(recent, first, 5)).toBeUndefined();
  recent.markAt('another', recent.last(), here, ofAnotherTab);
  expect(since(recent, ofAnotherTab, 5)).toEqual(['ada']);
});

test('a node keeps a limited number of marks and drops the oldest first', () => {
  const { recent } = heard();
  const oldest = markOf(recent);
  const later = markOf(recent);
  for (let count = 0; count < 49_999; count += 1)
    recent.markAt(`viewer ${Math.floor(count / 20)}`, recent.last(), here);
  expect(since(recent, oldest, 5)).toBeUndefined();
  expect(since(recent, later, 5)).toEqual([]);
});

test('no viewer evicts the marks of another', () => {
  const { recent } = heard();
  const mark = markOf(recent);
  const theirs = Array.from({ length: 60_000 }, () => recent.markAt('flooder', recent.last(), here));
  expect(since(recent, mark, 5)).toEqual([]);
  const kept = theirs.filter((name) => recent.listSince('flooder', name, () => 5));
  expect(kept).toEqual(theirs.slice(-20));
});

test('after a possible gap every user is looked at', () => {
  const { time, recent, note } = heard();
  const [before, other] = [markOf(recent), markOf(heard().recent)];
  note('ada', near);
  expect(since(recent, other, 5)).toBeUndefined();
  // The area is heard only since a moment after the mark.
  time.heardSince = recent.next();
  expect(since(recent, before, 5)).toBeUndefined();
  const mark = markOf(recent);
  recent.gap();
  expect(since(recent, mark, 5)).toBeUndefined();
  expect(since(recent, markOf(recent), 5)).toEqual([]);
});

test('a change of the last ten seconds within reach may have been missed, and so may any while nothing is known', () => {
  const { time, recent, note } = heard();
  const missed = (km = 5, viewer = 'viewer') => recent.mayHaveChanged(viewer, here, km);
  // A node that has just started has heard nothing yet.
  expect(missed()).toBe(true);
  time.now += 10_000;
  expect(missed()).toBe(false);
  note('chidi', far);
  expect([missed(), missed(50)]).toEqual([false, true]);
  note('ada', near);
  time.now += 9000;
  expect([missed(), missed(5, APART)]).toEqual([true, false]);
  time.now += 20_000;
  missed();
  time.now += 10_000;
  expect(missed()).toBe(false);
  time.heardSince = recent.next();
  expect(missed()).toBe(true);
  time.now += 20_000;
  missed();
  time.now += 10_000;
  expect(missed()).toBe(false);
  recent.gap();
  expect(missed()).toBe(true);
});

test('every user is looked at every five minutes, however often a viewer asks', () => {
  const { time, recent, note } = heard();
  let mark = markOf(recent);
  for (let minute = 1; minute < 5; minute += 1) {
    time.now += MINUTE;
    note('ada', near);
    expect(since(recent, mark, 5)).toEqual(['ada']);
    mark = recent.markAt('viewer', recent.last(), here, mark);
  }
  time.now += MINUTE;
  expect(since(recent, mark, 5)).toBeUndefined();
});

test('changes are kept exactly as long as marks are valid', () => {
  const { time, recent, note } = heard();
  time.now += 4 * MINUTE;
  const mark = markOf(recent);
  note('ada', near);
  time.now += 2 * MINUTE;
  note('bela', near);
  expect(since(recent, mark, 5)?.toSorted()).toEqual(['ada', 'bela']);
  for (let one = 0; one < 100; one += 1) note(`person ${one}`, near);
  // With that many, looking at everybody is as quick.
  expect(since(recent, mark, 5)).toBeUndefined();
});

test('whoever has blocked thousands makes a node keep no more than others do', () => {
  const { recent, note, noteBut } = heard();
  const blocked = [APART, ...Array.from({ length: 9999 }, newSilentId)];
  const [mark, apart] = [markOf(recent), recent.markAt(APART, 1, here)];
  const { arrayBuffers } = process.memoryUsage();
  for (let change = 0; change < 200; change += 1) noteBut(blocked, 'blocker', near);
  expect(process.memoryUsage().arrayBuffers - arrayBuffers).toBeLessThan(10e6);
  expect(since(recent, mark, 5)).toEqual(['blocker']);
  expect(recent.listSince(APART, apart, () => 5)?.userIds).toEqual([]);
  // As many as that have taken the room of two spans, and the changes before are forgotten.
  for (let change = 0; change < 320; change += 1) noteBut(blocked, 'blocker', near);
  note('ada', near);
  expect(since(recent, mark, 5)).toBeUndefined();
  expect(since(recent, markOf(recent), 5)).toEqual([]);
});
