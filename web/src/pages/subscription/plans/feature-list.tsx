import { Check } from 'lucide-react';

import type { PlanType } from '#shared/rules/billing/plans.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

import { planCatalogue } from './plan-catalogue.ts';

export function FeatureList({ plan }: { plan: PlanType }) {
  const { t } = useTranslation();
  return (
    <ul className="grid gap-2.5">
      {planCatalogue[plan].map((feature) => (
        <li className="flex gap-2.5" key={feature}>
          <Check aria-hidden className="mt-0.5 shrink-0 text-success" size={16} />
          <span className="min-w-0">{t(`subscription.features.${feature}`)}</span>
        </li>
      ))}
    </ul>
  );
}
