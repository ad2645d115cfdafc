import { ArrowRight, Link2, Zap } from 'lucide-react';
import { Link } from 'wouter';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { buttonClass } from '#web/ui/buttons/button.tsx';

import { SkillState } from './skill-state.tsx';

export function NextStep({ step }: { step: 'link' | 'create' }) {
  const { t } = useTranslation();
  const Icon = step === 'create' ? Zap : Link2;
  return (
    <section className="flex flex-wrap items-center gap-x-5 gap-y-4 rounded-lg bg-accent-soft p-4 sm:p-6">
      <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-md bg-accent text-on-accent">
        <Icon size={20} />
      </span>
      <div className="min-w-0 grow basis-64">
        <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-base font-semibold">{t(`dashboard.next.${step}Title`)}</h2>
          {step === 'link' && <SkillState />}
        </div>
        <p className="mt-0.5 max-w-prose text-muted text-pretty">{t(`dashboard.next.${step}Text`)}</p>
      </div>
      <Link className={buttonClass()} href={step === 'create' ? '/triggers?create' : '/amazon-auth'}>
        {t(`dashboard.next.${step}Action`)}
        <ArrowRight aria-hidden size={16} />
      </Link>
    </section>
  );
}
