/** Goes to the landing page, which is a document of its own. */
export function leaveToStart(): void {
  location.assign('/');
}
