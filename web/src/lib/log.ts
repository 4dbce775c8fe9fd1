/** For whoever reads the browser's console: something went another way than hoped and is being dealt with. */
export function warn(text: string, ...details: unknown[]): void {
  // oxlint-disable-next-line no-console
  console.warn(text, ...details);
}
