import { ArrowRight, Check } from 'lucide-react';
import { Link } from 'wouter';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { isNew } from '#web/features/skill/account-state.ts';
import { RepairAction, SkillAdvice } from '#web/features/skill/repair-action.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/buttons/button.tsx';
import { cardClass } from '#web/ui/card.tsx';
import { RestoreFocus } from '#web/ui/restore-focus.tsx';

import type { FirstStep, FirstStepName } from './first-steps.ts';
import { SkillState } from './skill-state.tsx';

type FirstStepsCardProps = {
  steps: readonly FirstStep[];
  prompt: 'link' | 'create' | undefined;
  onFreePlan: boolean;
  hide: (() => void) | undefined;
  amazon: AmazonAuth | undefined;
};

export function FirstStepsCard({ steps, prompt, onFreePlan, hide, amazon }: FirstStepsCardProps) {
  const { t } = useTranslation();
  const next = steps.find(({ done }) => !done)?.name;
  const done = steps.filter((step) => step.done).length;
  return (
    <RestoreFocus>
      <section aria-labelledby="first-steps" className={cardClass()}>
        <header className="flex items-baseline justify-between gap-4 px-4 pt-4 sm:px-6 sm:pt-5">
          <h2 className="text-base font-semibold" id="first-steps">
            {t('dashboard.steps.heading')}
          </h2>
          <p className="shrink-0 text-muted tabular-nums">
            {t('dashboard.steps.progress', { done, all: steps.length })}
          </p>
        </header>
        <div aria-hidden className="mt-3 flex gap-1 px-4 sm:px-6">
          {steps.map(({ name }, index) => (
            <span className={`h-1 grow rounded-full ${index < done ? 'bg-accent' : 'bg-border'}`} key={name} />
          ))}
        </div>
        <ol className="grid gap-1 p-1 py-3 sm:p-3">
          {steps.map((step, index) => (
            <Row
              key={step.name}
              {...step}
              amazon={amazon}
              isNext={step.name === next}
              onFreePlan={onFreePlan}
              open={step.name === next || step.name === prompt}
              number={index + 1}
              {...(step.name === 'whatsapp' && { hide })}
            />
          ))}
        </ol>
      </section>
    </RestoreFocus>
  );
}

type RowProps = FirstStep & {
  number: number;
  open: boolean;
  isNext: boolean;
  onFreePlan: boolean;
  amazon: AmazonAuth | undefined;
  hide?: FirstStepsCardProps['hide'];
};

function Row({ name, done, number, open, isNext, onFreePlan, hide, amazon }: RowProps) {
  const { t } = useTranslation();
  const forPay = name === 'whatsapp' && onFreePlan;
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className={`flex gap-3 rounded-md px-3 sm:gap-4 ${isNext ? 'my-1 bg-accent-soft py-4' : 'py-2'}`}
    >
      <Mark done={done} isNext={isNext} number={number} />
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-5 gap-y-3">
        <div className="min-w-0 grow basis-64">
          <div className="flex min-h-6 flex-wrap items-center gap-x-3">
            {open ? (
              <h3 className="font-semibold">{t(titles[name])}</h3>
            ) : (
              <p className="text-muted">
                {done && <span className="sr-only">{t('dashboard.steps.done')} </span>}
                {t(titles[name])}
              </p>
            )}
            {name === 'skill' && !done && <SkillState />}
            {forPay && <Badge tone="accent">{t('dashboard.steps.pro')}</Badge>}
          </div>
          {open && <p className="mt-0.5 max-w-prose text-muted text-pretty">{text()}</p>}
        </div>
        {open && (
          <div className="flex w-full flex-col gap-2 sm:w-auto sm:flex-row-reverse">
            <Action amazon={amazon} isNext={isNext} name={name} />
            {hide && (
              <Button variant="ghost" onClick={hide}>
                {t('dashboard.steps.hide')}
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  );

  function text() {
    if (name !== 'skill') return t(forPay ? 'dashboard.steps.whatsappFree' : texts[name]);
    return (
      amazon && (
        <>
          <SkillAdvice amazon={amazon} /> {isNew(amazon) && t('dashboard.steps.once')}
        </>
      )
    );
  }
}

function Mark({ done, isNext, number }: Pick<RowProps, 'done' | 'isNext' | 'number'>) {
  const colours = isNext ? 'bg-accent text-on-accent' : 'ring-1 ring-control ring-inset text-muted';
  return (
    <span
      aria-hidden
      className={`grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold tabular-nums ${done ? 'bg-success-soft text-success' : colours}`}
    >
      {done ? <Check size={14} strokeWidth={2.5} /> : number}
    </span>
  );
}

function Action({ name, isNext, amazon }: Pick<RowProps, 'name' | 'isNext' | 'amazon'>) {
  const { t } = useTranslation();
  const variant = isNext ? 'primary' : 'secondary';
  if (name === 'skill') return amazon && <RepairAction amazon={amazon} variant={variant} />;
  return (
    <Link className={buttonClass(variant)} href={pages[name]}>
      {t(actions[name])}
      <ArrowRight aria-hidden size={16} />
    </Link>
  );
}

/** The skill has its own advice and buttons. */
type WithPage = Exclude<FirstStepName, 'skill'>;

const pages = {
  link: '/amazon-auth',
  create: '/triggers?create',
  test: '/triggers',
  whatsapp: '/whatsapp',
} as const satisfies Record<WithPage, string>;

const titles = {
  link: 'dashboard.next.linkTitle',
  skill: 'dashboard.steps.skillTitle',
  create: 'dashboard.next.createTitle',
  test: 'dashboard.steps.testTitle',
  whatsapp: 'dashboard.steps.whatsappTitle',
} as const satisfies Record<FirstStepName, string>;

const texts = {
  link: 'dashboard.next.linkText',
  create: 'dashboard.next.createText',
  test: 'dashboard.steps.testText',
  whatsapp: 'dashboard.steps.whatsappText',
} as const satisfies Record<WithPage, string>;

const actions = {
  link: 'dashboard.next.linkAction',
  create: 'dashboard.next.createAction',
  test: 'dashboard.steps.testAction',
  whatsapp: 'dashboard.steps.whatsappAction',
} as const satisfies Record<WithPage, string>;
