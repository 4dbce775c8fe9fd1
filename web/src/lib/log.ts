/** Logs to the browser's console that something went wrong and is being handled. */
export function warn(text: string, ...details: unknown[]): void {
  console.warn(text, ...details);
}
