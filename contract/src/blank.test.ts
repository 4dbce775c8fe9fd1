import { expect, test } from 'vitest';
import { appeal } from './appeals.ts';
import { messageProblem } from './message-rule.ts';
import * as refusals from './refusals.ts';
import { bioProblem, datePlaceProblem, dateWhoProblem, nameProblem } from './rules.ts';

const nothing = ['\u200b', '\u200d\u200c', '\ufe0f', '\u2800 \u2800', '\u3164', '\u00ad\n\u2060', '\u202e'];
const something = ['.', '👩‍❤️‍👨', '🇨🇭', '1️⃣', '❤', 'می‌خواهم', 'שלום Ada', 'é', '\uf8ff'];

test.each(nothing)('what shows nothing is blank in each text: %j', (text) => {
  expect(messageProblem(text)).toBe(refusals.messageEmpty.text);
  expect(nameProblem(text)).toBe(refusals.nameRequired.text);
  expect(bioProblem(text)).toBe(refusals.bioUnseen.text);
  expect(dateWhoProblem(text)).toBe(refusals.dateWho.text);
  expect(datePlaceProblem(text)).toBe(refusals.dateUnseen.text);
  const { error } = appeal.body.safeParse({ token: 'a', words: text });
  expect(error?.issues[0]?.message).toBe(refusals.appealWords.text);
});

test.each(something)('what shows something is not: %j', (text) => {
  expect(messageProblem(text)).toBeUndefined();
  expect(appeal.body.safeParse({ token: 'a', words: text }).success).toBe(true);
});
