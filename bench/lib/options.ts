/** Returns the text of an option such as `--only=edits`. */
export const textOption = (name: string): string | undefined =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);

/** Returns the number of an option such as `--seconds=5`, or `fallback`. Throws if it is not a number above 0. */
export function numberOption(name: string, fallback: number): number {
  const given = textOption(name);
  const value = Number(given ?? fallback);
  if (!Number.isFinite(value) || value <= 0)
    throw new Error(`--${name} must be a number above 0, not "${given}".`);
  return value;
}
