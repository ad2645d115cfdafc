import { clsx } from 'clsx';
import { useId } from 'react';

import type { PaidPlan } from '#shared/rules/billing/plans.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

import { cycles } from './plan-catalogue.ts';

type CycleToggleProps = { value: PaidPlan; percent: number; onChange: (plan: PaidPlan) => void };

export function CycleToggle({ value, percent, onChange }: CycleToggleProps) {
  const { t } = useTranslation();
  const name = useId();
  const label = { pro_annual: t('subscription.chooser.annual'), pro_monthly: t('subscription.chooser.monthly') };
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t('subscription.chooser.cycle')}</legend>
      <div className="inline-flex max-w-full rounded-lg border border-border bg-sunken p-1">
        {cycles.map((plan) => (
          <label
            className={clsx(
              'flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-3 text-center text-sm font-medium transition-colors duration-120 select-none coarse:min-h-11 sm:px-4',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              plan === value ? 'bg-surface text-text shadow-lift ring-1 ring-border' : 'text-muted hover:text-text',
            )}
            key={plan}
          >
            <input
              checked={plan === value}
              className="sr-only"
              name={name}
              onChange={() => onChange(plan)}
              type="radio"
              value={plan}
            />
            {label[plan]}{' '}
            {plan === 'pro_annual' && percent > 0 && (
              <span className="rounded-full bg-success-soft px-2 py-0.5 text-xs text-success">
                {t('subscription.chooser.save', { percent })}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
