/** Collects unhandled errors and rejections, each of which would otherwise end the process. */
export function watchUnhandled(): Disposable & { readonly errors: readonly unknown[] } {
  const errors: unknown[] = [];
  const note = (error: unknown) => void errors.push(error);
  process.on('uncaughtException', note);
  return { errors, [Symbol.dispose]: () => void process.off('uncaughtException', note) };
}
