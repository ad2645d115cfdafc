import { useLocation, useSearchParams } from 'wouter';

export const pageSize = 10;

export type ListView<T> = {
  query: string;
  rows: readonly T[];
  matches: number;
  page: number;
  pages: number;
  search: (query: string) => void;
  goTo: (page: number) => void;
};

/**
 * Typing replaces the history entry and starts at page 1. Paging adds an entry; a page past the end shows the last one.
 */
export function useListView<T>(items: readonly T[], textOf: (item: T) => string): ListView<T> {
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const query = params.get('q') ?? '';
  const matching = query ? items.filter((item) => contains(textOf(item), query)) : items;
  const pages = Math.max(1, Math.ceil(matching.length / pageSize));
  const page = Math.min(pageOf(params), pages);

  const write = (change: { q: string; page: number }, replace: boolean) => {
    const next = new URLSearchParams(window.location.search);
    setOrDrop(next, 'q', change.q);
    setOrDrop(next, 'page', change.page > 1 ? String(change.page) : '');
    const search = next.toString();
    navigate(window.location.pathname + (search && `?${search}`), { replace });
  };

  return {
    query,
    rows: matching.slice((page - 1) * pageSize, page * pageSize),
    matches: matching.length,
    page,
    pages,
    search: (q) => write({ q, page: 1 }, true),
    goTo: (to) => write({ q: query, page: to }, false),
  };
}

const contains = (text: string, query: string): boolean =>
  text.toLocaleLowerCase().includes(query.trim().toLocaleLowerCase());

function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page') ?? 1);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

const setOrDrop = (params: URLSearchParams, name: string, value: string): void =>
  value ? params.set(name, value) : params.delete(name);
