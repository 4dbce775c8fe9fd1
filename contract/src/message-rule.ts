import { MESSAGE_MAX } from './constants.ts';
import * as refusals from './refusals.ts';

export function messageProblem(content: string): string | undefined {
  const text = content.trim();
  if (text === '') return refusals.messageEmpty.text;
  if ([...text].length > MESSAGE_MAX) return refusals.messageLong.text;
  return undefined;
}
