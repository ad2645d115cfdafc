/** Returns the result of `work`, or of `late` after `ms`. Late work is not cancelled. */
export async function withTimeout<T>(ms: number, work: Promise<T>, late: () => T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), Math.max(0, ms));
  try {
    return await Promise.race([work, promise.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
