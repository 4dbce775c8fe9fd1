/** Like `Promise.all`, but throws only once all have ended, so that none goes on behind the error. */
export async function allEnded(pending: readonly Promise<unknown>[]): Promise<void> {
  for (const one of await Promise.allSettled(pending)) if (one.status === 'rejected') throw one.reason;
}
