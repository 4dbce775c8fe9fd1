/** The types that systems report for a file whose type they do not know. */
const UNKNOWN = ['', 'application/octet-stream'];

/** Returns whether a file may be a picture by its reported type; whether it can be decoded shows when it is opened. */
export function isPicture({ type }: { type: string }): boolean {
  return type.startsWith('image/') || UNKNOWN.includes(type);
}
