import { asLanguage, isLanguage, languageCodes, languages } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Tooltip } from '#web/ui/buttons/tooltip.tsx';
import { Menu } from '#web/ui/menu.tsx';

import { Flag } from './flags.tsx';
import { switchLanguageHere } from './switch-language-here.ts';

const options = languageCodes.map((code) => ({
  value: code,
  label: languages[code].name,
  lang: languages[code].locale,
  icon: <Flag language={code} />,
}));

export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  const label = t('shell.changeLanguage', { language: languages[language].name });
  return (
    <Menu
      align="end"
      renderButton={(props) => (
        <Tooltip text={label}>
          <button
            {...props}
            aria-label={label}
            className="action-size inline-flex items-center justify-center gap-1.5 rounded-md px-2 text-xs font-medium text-muted uppercase hover:bg-hover hover:text-text"
            type="button"
          >
            <Flag language={language} />
            <span aria-hidden className="before:content-[attr(data-code)] max-sm:hidden" data-code={language} />
          </button>
        </Tooltip>
      )}
      entries={[
        {
          kind: 'choice',
          key: 'language',
          label: t('shell.language'),
          value: language,
          options,
          onChoose: (code) => isLanguage(code) && void switchLanguageHere(code),
        },
      ]}
      name={t('shell.language')}
    />
  );
}
