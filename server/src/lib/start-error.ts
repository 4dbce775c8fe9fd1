/** A problem that keeps the server from starting and that an operator can solve; the message says how. */
export class StartError extends Error {
  override name = 'StartError';
}
