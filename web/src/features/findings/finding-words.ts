import { formatDate } from '#web/i18n/formats/dates.ts';
import type { Language } from '#web/i18n/languages.ts';
import type { Translate } from '#web/i18n/translate.ts';

import type { ShownFinding } from './use-findings.ts';

/** Formats a title, e.g. "“Good night” starts itself". Needs the texts of `findings`. */
export const titleOf = (t: Translate, { key, subject, endsAt }: ShownFinding, language: Language): string =>
  t(`findings.${key}.title`, { name: subject?.name, date: formatDate(endsAt, language) });
