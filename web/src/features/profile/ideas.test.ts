import { DATE_IDEAS } from '@herenow/contract/constants';
import { describe, expect, it } from 'vitest';
import { chosenIdeas, isOpenToAnything, storedIdeas, validDraft } from './ideas.ts';

describe('date ideas', () => {
  it('are stored lowercased and shown as they are written', () => {
    expect(storedIdeas(['Jazz night', 'Yoga'])).toEqual(['jazz night', 'yoga']);
    expect(chosenIdeas(['yoga', 'jazz night', 'unknown'])).toEqual(['Jazz night', 'Yoga']);
  });

  it('are all chosen by someone who is open to anything', () => {
    expect(isOpenToAnything(DATE_IDEAS)).toBe(true);
    expect(isOpenToAnything(DATE_IDEAS.slice(1))).toBe(false);
  });

  it('are restored from a draft if they are valid', () => {
    expect(validDraft(['Yoga', 'Nonsense'])).toEqual(['Yoga']);
    expect(validDraft([...DATE_IDEAS])).toHaveLength(29);
    expect(validDraft(DATE_IDEAS.slice(0, 11))).toBeUndefined();
    expect(validDraft('Yoga')).toBeUndefined();
  });
});
