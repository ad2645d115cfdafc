// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const blockOf = (selector: string) =>
  css.slice(css.indexOf(`${selector} {`), css.indexOf('}', css.indexOf(`${selector} {`)));
const tokensIn = (block: string) =>
  new Map(Array.from(block.matchAll(/--([\w-]+): (#[\da-f]{6});/g), ([, name = '', value = '']) => [name, value]));
const light = tokensIn(blockOf(':root'));
const themes = { light, dark: new Map([...light, ...tokensIn(blockOf('.dark'))]) };

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2 contrast ratio. */
function contrast(one: string, other: string): number {
  const [bright = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dark + 0.05);
}

const readable = [
  ...['canvas', 'surface', 'raised', 'sunken'].flatMap((ground) => [
    ['text', ground],
    ['muted', ground],
  ]),
  ['subtle', 'surface'],
  ['subtle', 'canvas'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['accent-text', 'canvas'],
  ['accent-text', 'accent-soft'],
  ...['success', 'warning', 'danger', 'info'].flatMap((tone) => [
    [tone, 'surface'],
    [tone, 'raised'],
    [tone, `${tone}-soft`],
  ]),
  ['on-danger', 'danger-solid'],
  // Tooltips swap text and background.
  ['canvas', 'text'],
];
const visible = [
  ['control', 'canvas'],
  ['control', 'surface'],
  ['control', 'raised'],
  ['accent', 'canvas'],
  ['danger-solid', 'surface'],
  ['focus', 'canvas'],
  ['focus', 'surface'],
  ['focus', 'raised'],
];

const cases = (pairs: string[][], least: number) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    pairs.map(([front = '', ground = '']) => ({ theme, front, ground, least })),
  );

test.each([...cases(readable, 4.5), ...cases(visible, 3)])(
  'keeps the contrast of $front on $ground at $least or more in the $theme theme',
  ({ theme, front, ground, least }) => {
    const colour = (name: string) => themes[theme].get(name) ?? 'missing';
    expect(contrast(colour(front), colour(ground))).toBeGreaterThanOrEqual(least);
  },
);

test('defines the same colors in both themes', () => {
  expect([...tokensIn(blockOf('.dark')).keys()].sort()).toEqual([...light.keys()].sort());
});
