import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type Column<T> = {
  key: string;
  title: string;
  cell: (row: T) => ReactNode;
  /** The row header in a table, the title in a card. */
  main?: boolean;
  /** The heading is only read by screen readers. */
  actions?: boolean;
  /** Hidden in a compact row. */
  spareInRow?: (row: T) => boolean;
  /** Hidden in a table if the window is narrower than 768 or 1280 px; always shown in a card. */
  spareBelow?: keyof typeof spare;
};

const spare = { md: 'sm:max-md:hidden', xl: 'sm:max-xl:hidden' } as const;

type TableProps<T> = {
  name: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string | number;
  /** Below 640 px, each row has one line of at most 72 px, without `spareInRow` columns. */
  compact?: boolean;
};

/** Below 640 px, each row becomes a card with the same content and actions, unless the table is compact. */
export function Table<T>({ name, columns, rows, keyOf, compact = false }: TableProps<T>) {
  return (
    <table className="block w-full text-left text-sm sm:table">
      <caption className="sr-only">{name}</caption>
      <thead className="sr-only sm:not-sr-only sm:table-header-group">
        <tr className="border-y border-border bg-sunken/60 text-xs text-muted">
          {columns.map((column) => (
            <th
              className={clsx(
                'h-9 px-2 font-medium first:pl-4 last:pr-4 sm:first:pl-6 sm:last:pr-6 md:px-3',
                column.spareBelow && spare[column.spareBelow],
              )}
              key={column.key}
              scope="col"
            >
              {column.actions ? <span className="sr-only">{column.title}</span> : column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block divide-y divide-border sm:table-row-group">
        {rows.map((row) => (
          <tr
            className={clsx(
              'px-4 transition-colors duration-120 hover:bg-hover sm:table-row sm:p-0',
              compact ? 'relative flex h-18 items-center gap-1' : 'block py-3',
            )}
            key={keyOf(row)}
          >
            {columns.map((column) => (
              <Cell column={column} compact={compact} key={column.key} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const cellBox = 'sm:px-2 sm:py-2 md:px-3 sm:first:pl-6 sm:last:pr-6 sm:align-middle';

function Cell<T>({ column, row, compact }: { column: Column<T>; row: T; compact: boolean }) {
  const content = column.cell(row);
  if (column.main) {
    return (
      <th
        className={clsx(
          'block min-w-0 font-medium wrap-anywhere sm:table-cell',
          compact ? 'max-sm:grow' : 'pb-1',
          cellBox,
        )}
        scope="row"
      >
        {content}
      </th>
    );
  }
  if (column.actions) {
    return (
      <td className={clsx('block sm:table-cell', compact ? 'max-sm:relative' : 'pt-2', cellBox)}>
        <div
          className={clsx(
            'flex items-center gap-1 sm:ml-0 sm:flex-nowrap sm:justify-end',
            compact ? 'max-sm:-mr-2' : '-ml-2 flex-wrap',
          )}
        >
          {content}
        </div>
      </td>
    );
  }
  return (
    <td
      className={clsx(
        'flex justify-between gap-4 py-0.5 text-muted sm:py-2',
        column.spareInRow?.(row) && 'max-sm:hidden',
        column.spareBelow ? `sm:table-cell ${spare[column.spareBelow]}` : 'sm:table-cell',
        cellBox,
      )}
    >
      {!compact && (
        <span aria-hidden className="text-subtle sm:hidden">
          {column.title}
        </span>
      )}
      {content}
    </td>
  );
}
