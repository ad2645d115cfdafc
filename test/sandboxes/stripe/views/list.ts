import { listOf } from '../events/wire.ts';
import { has, int, text, type Params } from '../params.ts';
import { missing, wrong } from '../refusal.ts';

type Row = { id: string; created: number };

/** Newest first, ten by default. */
export function pageOf<R extends Row, T>(rows: readonly R[], params: Params, url: string, show: (row: R) => T) {
  const limit = int(params, 'limit') ?? 10;
  if (limit < 1 || limit > 100) {
    throw wrong(
      `This value must be between 1 and 100 (it currently is '${limit}').`,
      'limit',
      'parameter_invalid_integer',
    );
  }
  const after = text(params, 'starting_after');
  const before = text(params, 'ending_before');
  if (after !== undefined && before !== undefined)
    throw wrong('Please provide only one of starting_after or ending_before.');
  const sorted = rows.filter((row) => inTime(row, params)).toReversed();
  const place = (id: string, param: string) => {
    const found = sorted.findIndex((row) => row.id === id);
    if (found < 0) throw missing('object', id, param);
    return found;
  };
  const end = before === undefined ? sorted.length : place(before, 'ending_before');
  const start = after === undefined ? 0 : place(after, 'starting_after') + 1;
  const rest = sorted.slice(start, end);
  const page = before === undefined ? rest.slice(0, limit) : rest.slice(-limit);
  return listOf(url, page.map(show), rest.length > page.length);
}

function inTime({ created }: Row, params: Params): boolean {
  if (!has(params, 'created')) return true;
  const exactly = int(params, 'created');
  if (exactly !== undefined) return created === exactly;
  return (
    created > (int(params, 'created', 'gt') ?? -Infinity) &&
    created >= (int(params, 'created', 'gte') ?? -Infinity) &&
    created < (int(params, 'created', 'lt') ?? Infinity) &&
    created <= (int(params, 'created', 'lte') ?? Infinity)
  );
}
