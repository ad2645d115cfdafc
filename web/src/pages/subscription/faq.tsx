import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';

import type { Prices } from '#shared/contracts/app-config.ts';
import { trialDays } from '#shared/rules/billing/trial.ts';
import { formatMoney } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { cardClass } from '#web/ui/card.tsx';

import { savedPercent, sumsOf } from './plans/sums.ts';

const topics = ['trial', 'workspace', 'change', 'period', 'cancel', 'payment'] as const;

export function Faq({ prices }: { prices: Prices }) {
  const { t, i18n } = useTranslation();
  const money = (amount: number) => formatMoney(amount, prices.currency, asLanguage(i18n.language));
  const facts = {
    days: trialDays,
    monthly: money(prices.pro_monthly.amount),
    annual: money(prices.pro_annual.amount),
    perMonth: money(sumsOf(prices, 'pro_annual').perMonth),
    percent: savedPercent(prices),
  };
  return (
    <section aria-labelledby="faq" className="grid gap-3">
      <h2 className="text-lg font-semibold" id="faq">
        {t('faq.heading')}
      </h2>
      <div className={`divide-y divide-border ${cardClass()}`}>
        {topics.map((topic) => (
          <Question answer={t(`faq.${topic}A`, facts)} key={topic} question={t(`faq.${topic}Q`)} />
        ))}
      </div>
    </section>
  );
}

function Question({ question, answer }: { question: string; answer: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="px-4 sm:px-6">
      <h3>
        <button
          aria-controls={id}
          aria-expanded={open}
          className="group flex min-h-12 w-full items-center justify-between gap-4 rounded-sm py-3 text-left font-medium"
          onClick={() => setOpen(!open)}
          type="button"
        >
          {question}
          <ChevronDown
            aria-hidden
            className="shrink-0 text-subtle transition-transform duration-180 group-hover:text-text group-aria-expanded:rotate-180"
            size={18}
          />
        </button>
      </h3>
      <p className="max-w-prose pb-4 text-muted text-pretty" hidden={!open} id={id}>
        {answer}
      </p>
    </div>
  );
}
