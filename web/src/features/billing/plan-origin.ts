const key = 'planWantedAt';

/** Remembers across the checkout where the plan was requested: on the current page, unless `path` is given. */
export const wantPlan = (path = window.location.pathname + window.location.search): void =>
  sessionStorage.setItem(key, path);

/** Returns the path where the plan was requested, once. */
export function takePlanOrigin(): string | undefined {
  const path = sessionStorage.getItem(key) ?? undefined;
  sessionStorage.removeItem(key);
  return path;
}
