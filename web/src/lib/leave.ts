/** Loads the landing page, which is a separate document. */
export function leaveToStart(): void {
  location.assign('/');
}
