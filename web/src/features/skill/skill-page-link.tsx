import { ExternalLink } from 'lucide-react';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { type ButtonVariant, buttonClass } from '#web/ui/buttons/button.tsx';

import { useSkillPage } from './use-skill-page.ts';

type SkillPageLinkProps = {
  label: string;
  variant?: ButtonVariant;
  size?: 'normal' | 'small';
  wide?: boolean;
  onClick?: () => void;
};

/** Opens in the Alexa app on a phone that has it. Renders nothing if no address is configured. */
export function SkillPageLink({ label, variant, size, wide, onClick }: SkillPageLinkProps) {
  const { t } = useTranslation();
  const page = useSkillPage();
  if (!page) return null;
  return (
    <a className={buttonClass(variant, size, wide)} href={page} onClick={onClick} rel="noopener" target="_blank">
      {label}
      <ExternalLink aria-hidden size={16} />
      <span className="sr-only">({t('common.newTab')})</span>
    </a>
  );
}
