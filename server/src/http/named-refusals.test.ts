import { sendMessage } from '@herenow/contract/chats';
import * as refusals from '@herenow/contract/refusals';
import { expect, test } from 'vitest';
import { invalid, Refused } from '../lib/errors.ts';
import { asNamed } from './named-refusals.ts';

test('a refusal that the reference does not name for its call is a fault', () => {
  const named = [
    new Refused(refusals.messageIdTaken),
    new Refused(refusals.notYours),
    new Refused(refusals.tooManyTries),
    new Refused(refusals.away),
    new Refused(refusals.userNotFound),
    invalid(refusals.messageLong.text),
  ];
  for (const one of named) expect(asNamed(sendMessage, one)).toBe(one);
  const fault = asNamed(sendMessage, new Refused(refusals.alreadyPinned));
  expect(fault).not.toBeInstanceOf(Refused);
  expect(String(fault)).toContain('POST /api/chat/send-message refuses with already-pinned');
});
