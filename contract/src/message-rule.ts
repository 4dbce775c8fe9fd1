import { isBlank } from './blank.ts';
import { MESSAGE_MAX } from './constants.ts';
import * as refusals from './refusals.ts';

export function messageProblem(content: string): string | undefined {
  if (isBlank(content)) return refusals.messageEmpty.text;
  if ([...content.trim()].length > MESSAGE_MAX) return refusals.messageLong.text;
  return undefined;
}
