/**
 * A `Date` whose present is ahead by this much; explicit times are unchanged. It imports nothing, because its source is
 * also sent to browsers.
 */
export function movedDate(aheadMs: () => number, real: DateConstructor): DateConstructor {
  const realNow = real.now;
  const now = (): number => realNow() + aheadMs();
  return new Proxy(real, {
    construct: (target, given, as) => Reflect.construct(target, given.length === 0 ? [now()] : given, as),
    apply: () => new real(now()).toString(),
    get: (target, name): unknown => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
