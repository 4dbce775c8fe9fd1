/** For whoever reads the browser's console: something went another way than hoped and is being dealt with. */
export function warn(text: string, ...details: unknown[]): void {
  console.warn(text, ...details);
}
