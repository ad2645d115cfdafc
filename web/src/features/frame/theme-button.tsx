import { Moon, Sun } from 'lucide-react';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';

import { chooseTheme, useTheme } from './theme.ts';

export function ThemeButton() {
  const { t } = useTranslation();
  const dark = useTheme() === 'dark';
  return (
    <IconButton
      icon={dark ? <Sun aria-hidden size={18} /> : <Moon aria-hidden size={18} />}
      name={dark ? t('shell.theme.toLight') : t('shell.theme.toDark')}
      onClick={() => chooseTheme(dark ? 'light' : 'dark')}
    />
  );
}
