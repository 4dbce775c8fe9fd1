/** Settles like `pending`, or after so many milliseconds with what `late` returns or throws. */
export async function inTime<T, L>(milliseconds: number, pending: Promise<T>, late: () => L): Promise<T | L> {
  const over = Promise.withResolvers<typeof LATE>();
  const timer = setTimeout(over.resolve, milliseconds, LATE);
  try {
    const first = await Promise.race([pending, over.promise]);
    return first === LATE ? late() : first;
  } finally {
    clearTimeout(timer);
  }
}

const LATE = Symbol('late');
