/** What a system calls a file of which it knows no type. */
const UNKNOWN = ['', 'application/octet-stream'];

/** By what the system says of the file, if anything; whether it can be read shows when it is opened. */
export function isPicture({ type }: { type: string }): boolean {
  return type.startsWith('image/') || UNKNOWN.includes(type);
}
