import { expect, it } from 'vitest';
import { canHintInstall } from './install-hint.ts';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const iPad =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';

it('is shown in Safari on phones and tablets if the app is not installed', () => {
  expect(canHintInstall({ userAgent: iPhone, maxTouchPoints: 5, standalone: false })).toBe(true);
  expect(canHintInstall({ userAgent: iPad, maxTouchPoints: 5, standalone: false })).toBe(true);
});

it('is not shown when installed and on a Mac', () => {
  expect(canHintInstall({ userAgent: iPhone, maxTouchPoints: 5, standalone: true })).toBe(false);
  expect(canHintInstall({ userAgent: iPad, maxTouchPoints: 0, standalone: false })).toBe(false);
});

it.each([
  ['Chrome', iPhone.replace('Version/18.5', 'CriOS/140.0.1')],
  ['Chrome that asks for the site of a desktop', iPad.replace('Version/', 'CriOS/140 Version/')],
  ['Edge', iPhone.replace('Version/18.5', 'Version/18.0 EdgiOS/140.0.1')],
  ['DuckDuckGo', iPhone.replace('Safari/', 'DuckDuckGo/7 Safari/')],
  ['Opera', `${iPhone} OPT/6.1`],
])('is not shown in %s', (_name, userAgent) => {
  expect(canHintInstall({ userAgent, maxTouchPoints: 5, standalone: false })).toBe(false);
});
