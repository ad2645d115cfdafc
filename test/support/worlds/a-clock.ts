export function aClock(start = '2026-11-20T12:00:00.000Z') {
  let at = new Date(start).getTime();
  return {
    now: (): Date => new Date(at),
    pass: (ms: number): void => void (at += ms),
  };
}

/** Far from midnight and in the future, because DynamoDB Local deletes expired items by the machine's clock. */
export const noonTomorrow = (): string =>
  `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T12:00:00.000Z`;

export const minutes = (count: number): number => count * 60_000;
export const days = (count: number): number => count * 24 * 60 * 60_000;
