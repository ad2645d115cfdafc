import '#web/testing/show-page.tsx';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { applyLanguage } from '#web/i18n/switch-language.ts';

import { RelativeTime } from '../time/relative-time.tsx';
import { useListView } from './list-state.ts';
import { Pagination } from './pagination.tsx';
import { SearchBox } from './search-box.tsx';

beforeEach(async () => {
  await applyLanguage('en');
});
afterEach(() => vi.useRealTimers());

const names = Array.from({ length: 23 }, (_, index) => `Lamp ${index + 1}`).concat('Door');

function List({ items }: { items: readonly string[] }) {
  const view = useListView(items, (name) => name);
  return (
    <>
      <SearchBox name="Search" onChange={view.search} resultText={`${view.matches} results`} value={view.query} />
      <ul>
        {view.rows.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <Pagination name="Pages" onGo={view.goTo} page={view.page} pages={view.pages} />
    </>
  );
}

function showList(address: string, items: readonly string[] = names) {
  window.history.replaceState(null, '', address);
  const { rerender } = render(<List items={items} />);
  return { user: userEvent.setup(), shorten: (left: readonly string[]) => rerender(<List items={left} />) };
}

const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent);
const address = () => window.location.pathname + window.location.search;

test('shows the ten rows of the page in the address', () => {
  showList('/triggers?page=3');
  expect(rows()).toEqual(['Lamp 21', 'Lamp 22', 'Lamp 23', 'Door']);
  expect(screen.getByText('Page 3 of 3')).toBeInTheDocument();
});

test('adds a history entry per page and omits the first page from the address', async () => {
  const { user } = showList('/triggers');
  const before = window.history.length;
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(address()).toBe('/triggers?page=2');
  expect(rows()[0]).toBe('Lamp 11');
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(address()).toBe('/triggers');
  expect(window.history.length).toBe(before + 2);
});

test(
  'searches any part in any case, replaces the history entry, and starts at page 1',
  { tags: 'spec-226.1' },
  async () => {
    const { user } = showList('/triggers?page=2&runs=x');
    const before = window.history.length;
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'OOR');
    expect(rows()).toEqual(['Door']);
    expect(address()).toBe('/triggers?runs=x&q=OOR');
    expect(window.history.length).toBe(before);
  },
);

test('keeps the focus in the search box after clearing it', async () => {
  const { user } = showList('/triggers?q=door');
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(screen.getByRole('searchbox')).toHaveFocus();
  expect(address()).toBe('/triggers');
});

test('shows the last page for a page past the end', () => {
  const { shorten } = showList('/triggers?page=9');
  expect(screen.getByText('Page 3 of 3')).toBeInTheDocument();
  shorten(names.slice(0, 12));
  expect(rows()).toEqual(['Lamp 11', 'Lamp 12']);
});

test.each(['/triggers?page=0', '/triggers?page=-1', '/triggers?page=two', '/triggers?page=1.5'])(
  'shows the first page for %s',
  (at) => {
    showList(at);
    expect(rows()[0]).toBe('Lamp 1');
  },
);

test('hides the pagination for one page or none', { tags: 'spec-338.2' }, () => {
  const { shorten } = showList('/triggers', names.slice(0, 10));
  expect(screen.queryByRole('navigation')).toBeNull();
  shorten([]);
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('announces the number of results after 400 ms without typing', () => {
  vi.useFakeTimers();
  showList('/triggers?q=lamp');
  act(() => {
    vi.advanceTimersByTime(399);
  });
  expect(screen.getByRole('status')).toHaveTextContent('');
  act(() => {
    vi.advanceTimersByTime(1);
  });
  expect(screen.getByRole('status')).toHaveTextContent('23 results');
});

test(
  'shows a time relative within a day, "Never" for none, and updates it every minute',
  { tags: 'spec-297.1' },
  () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') });
    render(
      <>
        <RelativeTime at="2026-11-20T11:59:30Z" />
        <RelativeTime at={null} />
        <RelativeTime at="2026-11-01T12:00:00Z" />
      </>,
    );
    expect(screen.getByText('Now')).toHaveAttribute('datetime', '2026-11-20T11:59:30Z');
    expect(screen.getByText('Never')).toBeInTheDocument();
    expect(screen.getByText('November 1, 2026')).toBeInTheDocument();
    act(() => {
      vi.advanceTimersByTime(60_000);
    });
    expect(screen.getByText('1 minute ago')).toBeInTheDocument();
  },
);
