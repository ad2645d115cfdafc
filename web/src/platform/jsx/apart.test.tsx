import { act, cleanup, render } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';

import { translateAsChrome } from '#web/testing/translate-as-chrome.ts';

let stop: (() => void) | undefined;
afterEach(() => {
  stop?.();
  cleanup();
});

function Label({ children }: { children: ReactNode }) {
  return (
    <b>
      <i />
      {children}
    </b>
  );
}

type Case = [what: string, shown: (state: 'on' | 'off') => ReactElement, on: string, off: string];

const runs = { on: 3, off: 12 } as const;

test.each<Case>([
  [
    'a text after an icon',
    (state) => (
      <p>
        <i />
        {state}
      </p>
    ),
    'on',
    'off',
  ],
  [
    'a text before an element',
    (state) => (
      <p>
        {state}
        <b>!</b>
      </p>
    ),
    'on!',
    'off!',
  ],
  [
    'a number within a sentence',
    (state) => (
      <p>
        After {runs[state]} runs <b>stop</b>
      </p>
    ),
    'After 3 runs stop',
    'After 12 runs stop',
  ],
  ['a sentence of several parts', (state) => <p>It is {state} now</p>, 'It is on now', 'It is off now'],
  [
    'a text that vanishes',
    (state) => (
      <p>
        <i />
        {state === 'on' && 'on'}
        <b>!</b>
      </p>
    ),
    'on!',
    '!',
  ],
  [
    'an element before a text',
    (state) => (
      <p>
        {state === 'off' && <i>very </i>}off<b>!</b>
      </p>
    ),
    'off!',
    'very off!',
  ],
  [
    'a text in place of an element',
    (state) => (
      <p>
        {state === 'on' ? <b>on</b> : 'off'}
        <i />
      </p>
    ),
    'on',
    'off',
  ],
  ['a text alone', (state) => <p>{state}</p>, 'on', 'off'],
  [
    'a fragment of text alone',
    (state) => (
      <p>
        <i />
        <>{state}</>
      </p>
    ),
    'on',
    'off',
  ],
  [
    'a fragment of several texts',
    (state) => (
      <p>
        <i />
        <>It is {state}</>
      </p>
    ),
    'It is on',
    'It is off',
  ],
  ['a child of a component', (state) => <Label>{state}</Label>, 'on', 'off'],
  [
    'several children of a component',
    (state) => (
      <Label>
        It is <u>really</u> {state}
      </Label>
    ),
    'It is really on',
    'It is really off',
  ],
])('shows the new state of %s on a translated page', async (_, shown, on, off) => {
  const { container, rerender } = render(shown('on'));
  stop = translateAsChrome();
  const text = () => container.textContent;
  const update = async (state: 'on' | 'off') => {
    await act(async () => rerender(shown(state)));
    // The observer runs after the update.
    await act(async () => {});
  };
  expect(text()).toBe(on);
  await update('off');
  expect(text()).toBe(off);
  await update('on');
  expect(text()).toBe(on);
  await act(async () => rerender(<p />));
  expect(text()).toBe('');
});

test('wraps no text that is alone, is only a space, or has only text siblings', () => {
  const { container } = render(
    <ul>
      <li>one</li>
      <li>
        {1} of {2}
      </li>
      <li>
        <b>a</b> <b>b</b>
      </li>
    </ul>,
  );
  expect(container.querySelectorAll('span')).toHaveLength(0);
});
