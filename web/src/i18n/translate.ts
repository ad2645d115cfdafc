import type { TextKey } from './text-key.ts';

export type TextValues = Readonly<Record<string, string | number | undefined>>;

/** Returns the key itself if the text is missing. */
export type Translate = (key: TextKey, values?: TextValues) => string;

/**
 * Follows the format of i18next: `{{name}}` is a placeholder, and `count` selects `key_one`, `key_other` or `key_zero`.
 */
export function translateFrom(texts: ReadonlyMap<string, string>, locale: string): Translate {
  const rules = new Intl.PluralRules(locale);
  const formOf = (key: string, count: number) =>
    (count === 0 ? texts.get(`${key}_zero`) : undefined) ??
    texts.get(`${key}_${rules.select(count)}`) ??
    texts.get(`${key}_other`);
  return (key, values = {}) => {
    const { count } = values;
    const text = (typeof count === 'number' ? formOf(key, count) : undefined) ?? texts.get(key) ?? key;
    return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}
