// @vitest-environment node
import { expect, test } from 'vitest';

import { routes } from '#web/app/routes.ts';
import { allTexts } from '#web/testing/all-texts.ts';

import { languageCodes } from '../languages.ts';
import { rootOf } from '../page-texts.ts';

const withSubtitle = routes.filter(({ access }) => access !== 'public').map(({ texts }) => rootOf(texts[0] ?? ''));

test.each(languageCodes)('has in %s only page subtitles of at most 60 characters', (language) => {
  const texts = allTexts(language);
  const subtitles = withSubtitle.map((page) => [page, texts.get(`${page}.lead`) ?? '']);
  expect(subtitles.length).toBeGreaterThan(2);
  expect(subtitles.filter(([, text = '']) => text.length === 0 || text.length > 60)).toEqual([]);
});
