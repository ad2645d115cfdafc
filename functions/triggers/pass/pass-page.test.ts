import { brotliCompressSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import { passPage, passPageHeaders } from './pass-page.ts';
import { passScript } from './pass-script.ts';
import { passTexts } from './pass-texts.ts';

const { en, ...others } = passTexts;

describe('guest page', () => {
  test('weighs less than three kilobytes when compressed', () => {
    expect(brotliCompressSync(passPage).length).toBeLessThan(3_000);
  });

  test('contains a single script that cannot end early, and loads nothing', () => {
    expect(passPage.match(/<\/?script/g)).toHaveLength(2);
    expect(passScript).not.toMatch(/<\/|import|innerHTML/);
    expect(passPage).not.toMatch(/\b(?:src|href)=|https?:/);
  });

  test('forbids frames and referrers, and runs only its own script', () => {
    const policy = passPageHeaders['content-security-policy'];
    expect(policy).toMatch(/script-src 'sha256-[\w+/]{43}='; style-src 'sha256-[\w+/]{43}='; connect-src 'self'/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(passPageHeaders['referrer-policy']).toBe('no-referrer');
  });

  test.each(Object.entries(others))('has all English texts in %s, with the same placeholders', (_, texts) => {
    expect(Object.keys(texts)).toEqual(Object.keys(en));
    const filled = (all: object) => Object.entries(all).filter(([, text]) => String(text).includes('{}'));
    expect(filled(texts).map(([key]) => key)).toEqual(filled(en).map(([key]) => key));
  });

  test('has only texts that its script shows', () => {
    const unsaid = Object.keys(en).filter((key) => !passScript.includes(`text.${key}`));
    // Used through the state of the pass and the answer of a run.
    expect(unsaid).toEqual(['notNow', 'sent', 'ran', 'shared', 'awaited', 'none']);
  });
});
