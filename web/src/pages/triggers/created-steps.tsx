import { useQuery } from '@tanstack/react-query';
import { Mic } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';

import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { LimitedMarkdown } from '../../ui/limited-markdown.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type CreatedStepsProps = {
  trigger: Trigger;
  addressOf: (trigger: Trigger) => Promise<string>;
  skillActive: boolean;
  onActivateSkill: () => void;
  onCopyRefused: (address: string) => void;
};

/** How to use a new trigger: the routine to build for it, how to say it, and its webhook address. */
export function CreatedSteps({ trigger, addressOf, skillActive, onActivateSkill, onCopyRefused }: CreatedStepsProps) {
  const { t } = useTranslation();
  const { name } = trigger;
  const steps = [
    t('triggers.created.step1'),
    t('triggers.created.step2', { name }),
    t('triggers.created.step3'),
    t('triggers.created.step4'),
    t('triggers.created.step5'),
  ];
  return (
    <div className="grid gap-6">
      {!skillActive && (
        <Notice
          actions={
            <Button look="secondary" onClick={onActivateSkill} size="small">
              {t('triggers.run.activateSkill')}
            </Button>
          }
          title={t('amazonAuth.skillNotActivated')}
          tone="warning"
        >
          {t('triggers.created.skillMissing')}
        </Notice>
      )}
      <Part title={t('triggers.created.routine')}>
        <ol className="grid gap-3">
          {steps.map((step, place) => (
            <li className="flex gap-3 text-muted" key={step}>
              <span
                aria-hidden
                className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-xs font-semibold text-text tabular-nums"
              >
                {place + 1}
              </span>
              <span className="min-w-0 pt-0.5 break-words text-pretty">
                <LimitedMarkdown text={step} />
              </span>
            </li>
          ))}
        </ol>
        <p className="mt-3 text-xs text-subtle">{t('triggers.created.soon')}</p>
      </Part>
      <Part title={t('triggers.created.voice')}>
        <p className="flex w-fit items-center gap-2 rounded-md bg-accent-soft px-3 py-2 font-medium text-accent-text">
          <Mic aria-hidden className="shrink-0" size={16} />
          <span className="min-w-0 break-words">“{t('triggers.created.voicePhrase', { name })}”</span>
        </p>
        <p className="mt-1.5 text-xs text-subtle">{t('triggers.created.voiceHint')}</p>
      </Part>
      <Part title={t('triggers.created.webhook')}>
        <Address addressOf={addressOf} onCopyRefused={onCopyRefused} trigger={trigger} />
        <p className="mt-1.5 text-xs text-subtle">{t('triggers.created.webhookHint')}</p>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-2 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

type AddressProps = Pick<CreatedStepsProps, 'trigger' | 'addressOf' | 'onCopyRefused'>;

/** The address with its secret hidden; copying gives it whole. */
function Address({ trigger, addressOf, onCopyRefused }: AddressProps) {
  const { t } = useTranslation();
  const address = useQuery({
    queryKey: ['app', 'webhook-address', trigger.id],
    queryFn: () => addressOf(trigger),
    gcTime: 0,
    meta: { quiet: true },
  }).data;
  return (
    <div className="flex flex-col gap-3 rounded-md border border-border bg-sunken p-3 sm:flex-row sm:items-center">
      {address === undefined ? (
        <Skeleton className="h-4 grow" />
      ) : (
        <code className="min-w-0 grow font-mono text-xs leading-5 break-all text-muted">{masked(address)}</code>
      )}
      <CopyButton
        label={t('triggers.created.copy')}
        name={t('triggers.created.copy')}
        onRefused={onCopyRefused}
        text={() => addressOf(trigger)}
      />
    </div>
  );
}

const masked = (address: string): string => address.replace(/(\?token=).+$/, '$1••••••••');
