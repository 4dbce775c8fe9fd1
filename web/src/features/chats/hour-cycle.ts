/**
 * Languages and regions with a 12-hour clock, from the Unicode CLDR. A test compares the list with `Intl`, which has
 * the same data but has to load its tables first, which took longer than rendering a conversation.
 */
const TO_TWELVE = /^(am|ar|bn|el|en|fil|gu|hi|km|kn|ko|ml|mr|ms|or|pa|so|sq|ta|te|ur)\b/;
const TO_TWELVE_IN_REGION =
  /^es-(419|AR|BO|CL|CO|CR|CU|DO|EC|GT|HN|MX|NI|PA|PE|PH|PR|PY|SV|US|UY|VE)\b|^zh-(Han[st]-)?(HK|MO|MY|SG|TW)\b/;
const TO_TWENTY_FOUR_IN_REGION =
  /^en-(AT|BE|BI|BW|BZ|CH|CK|CM|CX|CZ|DE|DK|EE|ES|FI|FK|FR|GB|GE|GG|GI|HU|ID|IE|IL|IM|IO|IT|JE|JP|KE|LT|LV|MG|MS|MT|MU|MV|NF|NG|NL|NO|NR|NU|PL|PN|PT|RO|RW|SC|SE|SH|SI|SK|SX|TK|TV|TZ|UA|UG|ZA|ZW)\b|^ar-(IL|KM|MA)\b|^ms-ID\b|^ta-LK\b/;

/** Whether readers of this BCP 47 language tag expect `3:05 PM`, not `15:05`. */
export function countsToTwelve(language: string): boolean {
  return (
    (TO_TWELVE.test(language) && !TO_TWENTY_FOUR_IN_REGION.test(language)) ||
    TO_TWELVE_IN_REGION.test(language)
  );
}

/** Hour and minute in the reader's own habit. */
export function clockTime(time: string, language = navigator.language): string {
  const date = new Date(time);
  const hours = date.getHours();
  const minutes = String(date.getMinutes()).padStart(2, '0');
  if (!countsToTwelve(language)) return `${String(hours).padStart(2, '0')}:${minutes}`;
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}
