import { describe, expect, it } from 'vitest';
import { clockTime, countsToTwelve } from './hour-cycle.ts';

/** The languages browsers are set to most, and those that differ from region to region. */
const LANGUAGES = `
  en en-US en-GB en-CA en-AU en-NZ en-IE en-IN en-PH en-ZA en-SG en-DE en-NL en-IL en-KE en-NG en-PK
  es es-ES es-MX es-AR es-CO es-US es-CL es-419 fr fr-CA fr-BE de de-AT de-CH it pt pt-BR nl nl-BE
  pl cs sk hu ro bg uk ru sr hr sl sq el tr da sv nb nn fi is et lv lt ga cy ca eu gl
  ar ar-EG ar-SA ar-MA he fa ur hi bn ta ta-LK te mr gu kn ml pa
  zh zh-CN zh-TW zh-HK zh-Hant-TW ja ja-JP ko ko-KR vi th id ms ms-ID fil km lo my am sw so
`
  .trim()
  .split(/\s+/);

describe('the time of a message', () => {
  it('counts hours as readers of each language do', () => {
    const known = (language: string) =>
      /^h1[12]$/.test(
        new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions().hourCycle ?? '',
      );
    expect(LANGUAGES.filter((language) => countsToTwelve(language) !== known(language))).toEqual([]);
  });

  it.each([
    ['00:00', '12:00 AM'],
    ['09:05', '9:05 AM'],
    ['12:30', '12:30 PM'],
    ['23:59', '11:59 PM'],
  ])('is %s, or %s', (ofTwentyFour, ofTwelve) => {
    const time = `2026-03-07T${ofTwentyFour}:10`;
    expect(clockTime(time, 'en-GB')).toBe(ofTwentyFour);
    expect(clockTime(time, 'en-US')).toBe(ofTwelve);
  });
});
