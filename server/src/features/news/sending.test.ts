import { expect, test } from 'vitest';
import { readNews } from './sending.ts';

test('news consist of a subject and paragraphs', () => {
  expect(readNews('What is new \r\n\r\nYou can\r\nappeal now.\r\n\r\nAnd more.\r\n')).toEqual({
    subject: 'What is new',
    paragraphs: ['You can appeal now.', 'And more.'],
  });
});

test.each(['', '\n \n', 'What is new', 'What is new\n\n \n'])('%j lacks a subject or paragraphs', (text) => {
  expect(readNews(text)).toBeUndefined();
});
