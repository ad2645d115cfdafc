import { ChevronDown, Mic } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { NotLoaded } from '#web/features/not-loaded.tsx';
import { openSkillDialog } from '#web/features/skill/skill-dialog-state.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { NumberedSteps } from '#web/ui/documents/numbered-steps.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';

import { SnippetMenu } from '../snippets/snippet-menu.tsx';
import { useWebhookAddress } from '../snippets/use-webhook-address.ts';
import type { TriggersPageState } from '../use-triggers-page.ts';

type CreatedStepsProps = {
  trigger: Trigger;
  page: Pick<TriggersPageState, 'addressOf' | 'skillActive' | 'onCopyRefused'>;
};

export function CreatedSteps({ page, trigger }: CreatedStepsProps) {
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
      {!page.skillActive && (
        <Notice
          actions={
            <Button variant="secondary" onClick={openSkillDialog} size="small">
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
        <NumberedSteps steps={steps.map((text) => ({ text }))} />
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
        <Address page={page} trigger={trigger} />
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

/** Shown with its secret hidden, copied whole. */
function Address({ page, trigger }: CreatedStepsProps) {
  const { t } = useTranslation();
  const address = useWebhookAddress(trigger, page.addressOf);
  return (
    <div className="flex flex-col gap-3 rounded-md border border-border bg-sunken p-3">
      <NotLoaded of={[address]} title={t('triggers.copy.notLoaded')}>
        {address.data === undefined ? (
          <Skeleton className="h-4 grow" />
        ) : (
          <code className="min-w-0 grow font-mono text-xs leading-5 break-all text-muted">{masked(address.data)}</code>
        )}
      </NotLoaded>
      <div className="flex flex-wrap gap-2 sm:flex-nowrap">
        <CopyButton
          label={t('triggers.created.copy')}
          name={t('triggers.created.copy')}
          onRefused={(text) => page.onCopyRefused({ what: 'address', text })}
          text={() => page.addressOf(trigger)}
        />
        <SnippetMenu
          page={page}
          renderButton={(props) => (
            <Button {...props} variant="secondary" size="small">
              {t('triggers.elsewhere.menu')}
              <ChevronDown aria-hidden size={16} />
            </Button>
          )}
          trigger={trigger}
        />
      </div>
    </div>
  );
}

const masked = (address: string): string => address.replace(/(\?token=).+$/, '$1••••••••');
