import { describe, expect, test } from 'vitest';
import { worryOf } from './worries.ts';

describe('worries', () => {
  test.each([
    ["I'll kill you", 'threat'],
    ['i know where you live', 'threat'],
    ['Ich weiß, wo du wohnst'.replace(',', ''), 'threat'],
    ['Te voy a encontrar', 'threat'],
    ['you BITCH', 'slur'],
    ['du Schlampe!', 'slur'],
    ['Eres un maricón', 'slur'],
    ['can you send me 50 euros', 'money'],
    ['Überweis mir 200 €', 'money'],
    ['just buy a gift card', 'money'],
    ['Prête-moi de l’argent', 'money'],
  ])('%s: %s', (text, worry) => {
    expect(worryOf(text)).toBe(worry);
  });

  test.each([
    'I will find a table for us',
    'Shall I bring you some coffee?',
    'You are killing me, that is so funny',
    'My dog is called Bitcoiner',
    'Das kostet nicht viel Geld',
    'The computer is dead',
    'Disputas y amores',
    'Ask for the bill, I invite you',
  ])('%s: nothing', (text) => {
    expect(worryOf(text)).toBeUndefined();
  });
});
