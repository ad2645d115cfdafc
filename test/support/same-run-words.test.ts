import { expect, test } from 'vitest';

import { passTexts } from '#functions/triggers/pass/pass-texts.ts';
import { answers } from '#shared/rules/execution/receipts.ts';

import en from '../../web/src/i18n/en/pages/receipts.json' with { type: 'json' };
import es from '../../web/src/i18n/es/pages/receipts.json' with { type: 'json' };
import pt from '../../web/src/i18n/pt/pages/receipts.json' with { type: 'json' };

const appTexts = { en, pt, es };

test.each(['en', 'pt', 'es'] as const)(
  'uses the same texts for runs in %s on the guest page and in the app',
  (language) => {
    const page = answers.map((answer) => passTexts[language][answer]);
    expect(page).toEqual(answers.map((answer) => `${appTexts[language][answer].replace('{{time}}', '{}')}.`));
  },
);
