import { brotliCompressSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import { passPage, passPageHeaders } from './pass-page.ts';
import { passScript } from './pass-script.ts';
import { passTexts } from './pass-texts.ts';

const { en, ...others } = passTexts;

describe('the page of a guest', () => {
  test('weighs less than three kilobytes on its way', () => {
    expect(brotliCompressSync(passPage).length).toBeLessThan(3_000);
  });

  test('holds one script, which nothing in it ends early, and loads nothing', () => {
    expect(passPage.match(/<\/?script/g)).toHaveLength(2);
    expect(passScript).not.toMatch(/<\/|import|innerHTML/);
    expect(passPage).not.toMatch(/\b(?:src|href)=|https?:/);
  });

  test('may be in no frame, sends no referrer, and runs its own script alone', () => {
    const policy = passPageHeaders['content-security-policy'];
    expect(policy).toMatch(/script-src 'sha256-[\w+/]{43}='; style-src 'sha256-[\w+/]{43}='; connect-src 'self'/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(passPageHeaders['referrer-policy']).toBe('no-referrer');
  });

  test.each(Object.entries(others))(
    'says in %s all that it says in English, with the same places to fill',
    (_, texts) => {
      expect(Object.keys(texts)).toEqual(Object.keys(en));
      const filled = (all: object) => Object.entries(all).filter(([, text]) => String(text).includes('{}'));
      expect(filled(texts).map(([key]) => key)).toEqual(filled(en).map(([key]) => key));
    },
  );

  test('has no text that its script never says', () => {
    const unsaid = Object.keys(en).filter((key) => !passScript.includes(`text.${key}`));
    // Said by the state of the pass, and by the answer of a run.
    expect(unsaid).toEqual(['notNow', 'sent', 'ran', 'shared', 'awaited', 'none']);
  });
});
