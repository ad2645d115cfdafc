import { Check } from 'lucide-react';

import type { PlanType } from '#shared/rules/billing/plans.ts';
import { useConfig, useHasWhatsapp } from '#web/api/use-config.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

import { isSupport, planCatalogue } from './plan-catalogue.ts';

/** Lists support only if the stage names a contact or has a support chat, and WhatsApp only if it has gateways. */
export function FeatureList({ plan }: { plan: PlanType }) {
  const { t } = useTranslation();
  const { supportEmail, supportWidgetUrl } = useConfig() ?? {};
  const hasWhatsapp = useHasWhatsapp();
  const offersSupport = (supportEmail ?? supportWidgetUrl) !== undefined;
  return (
    <ul className="grid gap-2.5">
      {planCatalogue[plan]
        .filter((feature) => (isSupport(feature) ? offersSupport : hasWhatsapp || feature !== 'whatsappCommands'))
        .map((feature) => (
          <li className="flex gap-2.5" key={feature}>
            <Check aria-hidden className="mt-0.5 shrink-0 text-success" size={16} />
            <span className="min-w-0">
              {isSupport(feature) && supportEmail !== undefined ? (
                <a className="rounded-xs text-accent-text underline underline-offset-2" href={`mailto:${supportEmail}`}>
                  {t(`subscription.features.${feature}`)}
                </a>
              ) : (
                t(`subscription.features.${feature}`)
              )}
            </span>
          </li>
        ))}
    </ul>
  );
}
