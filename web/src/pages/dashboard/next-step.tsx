import { ArrowRight, Link2, Zap } from 'lucide-react';
import { Link } from 'wouter';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';

import { useTranslation } from '../../i18n/use-translation.ts';
import { buttonClass } from '../../ui/button.tsx';

type NextStepProps = { amazon: AmazonAuth | undefined; triggers: readonly Trigger[] | undefined };

/** The one thing to do now: link an account, or create the first trigger. Nothing once both are there. */
export function NextStep({ amazon, triggers }: NextStepProps) {
  const { t } = useTranslation();
  if (!amazon) return null;
  const linked = amazon.skill !== 'notLinked';
  if (linked && triggers?.length !== 0) return null;
  const step = linked ? 'create' : 'link';
  const Icon = linked ? Zap : Link2;
  return (
    <section className="flex flex-wrap items-center gap-x-5 gap-y-4 rounded-lg bg-accent-soft p-4 sm:p-6">
      <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-md bg-accent text-on-accent">
        <Icon size={20} />
      </span>
      <div className="min-w-0 grow basis-64">
        <h2 className="text-base font-semibold">{t(`dashboard.next.${step}Title`)}</h2>
        <p className="mt-0.5 max-w-prose text-muted text-pretty">{t(`dashboard.next.${step}Text`)}</p>
      </div>
      <Link className={buttonClass()} href={linked ? '/triggers' : '/amazon-auth'}>
        {t(`dashboard.next.${step}Action`)}
        <ArrowRight aria-hidden size={16} />
      </Link>
    </section>
  );
}
