import { inStore, storeNumber } from '#shared/rules/skill-page.ts';
import { useConfig } from '#web/api/use-config.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** The address where the skill is enabled, in the store of the person's language; undefined where nobody said it. */
export function useSkillPage(): string | undefined {
  const { t, i18n } = useTranslation();
  const { skillPage: page, skillInEurope: inEurope } = useConfig() ?? {};
  if (page === undefined || !storeNumber.safeParse(page).success) return page;
  return t('skill.storeUrl', inStore(page, asLanguage(i18n.language), { locales: navigator.languages, inEurope }));
}
