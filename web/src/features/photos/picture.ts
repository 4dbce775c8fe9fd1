/** By what the system says of the file; whether it can be read shows when it is opened. */
export function isPicture(file: { type: string }): boolean {
  return file.type.startsWith('image/');
}
