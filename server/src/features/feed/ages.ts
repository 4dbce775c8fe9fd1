/**
 * Returns the latest date of birth, `YYYY-MM-DD`, of a person who is at least `age` years old at a moment (UTC
 * calendar).
 */
export function latestBirthday(age: number, now: Date): string {
  const year = now.getUTCFullYear() - age;
  const leap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  const monthDay = now.toISOString().slice(5, 10);
  return `${String(year).padStart(4, '0')}-${monthDay === '02-29' && !leap ? '02-28' : monthDay}`;
}
