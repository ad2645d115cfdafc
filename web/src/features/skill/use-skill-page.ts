import { inStore, storeNumber } from '#shared/rules/skill-page.ts';
import { useConfig } from '#web/api/use-config.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** The address where the user enables the skill, in the store of the user's language. Undefined if not configured. */
export function useSkillPage(): string | undefined {
  const { t, i18n } = useTranslation();
  const { skillPage: page, skillInEurope: inEurope } = useConfig() ?? {};
  if (page === undefined || !storeNumber.safeParse(page).success) return page;
  return t('skill.storeUrl', inStore(page, asLanguage(i18n.language), { locales: navigator.languages, inEurope }));
}
