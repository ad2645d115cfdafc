import { Check } from 'lucide-react';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import { accountName, repairActionFor } from './account-state.ts';
import { ConnectLink } from './connect-link.tsx';
import { ManualSteps } from './manual-steps.tsx';
import { OffText } from './off-text.tsx';

type Connecting = NonNullable<AmazonAuth['connecting']>;

const steps = ['link', 'allow', 'confirm'] as const;

/** `enable` and `grant` both wait for Alexa; during `enable` the user's browser is still at Amazon. */
const awaited = { allow: 1, enable: 2, grant: 2 } as const satisfies Record<Connecting['step'], number>;

type ConnectStepsProps = { amazon: AmazonAuth; connecting: Connecting; workspaceId: number };

export function ConnectSteps({ amazon, connecting, workspaceId }: ConnectStepsProps) {
  const { t } = useTranslation();
  const current = awaited[connecting.step];
  const { late, step, isEnabled } = connecting;
  const wait = step === 'grant' && isEnabled ? 'enabled' : step;
  const mayContinue = repairActionFor(amazon) === 'reconnect';
  const byHand = late || (step !== 'grant' && !mayContinue);
  return (
    <>
      <ol className="grid gap-4">
        {steps.map((name, index) => (
          <li aria-current={index === current ? 'step' : undefined} className="flex gap-3" key={name}>
            <Mark number={index + 1} state={index < current ? 'done' : index === current ? 'current' : 'ahead'} />
            <div className="min-w-0 grow">
              <p className={index === current ? 'min-h-6 font-semibold' : 'min-h-6 text-muted'}>
                {index < current && <span className="sr-only">{t('skill.connecting.done')} </span>}
                {t(`skill.connecting.${name === 'allow' && index >= current ? 'toAllow' : name}`)}
              </p>
              {name === 'link' && accountName(amazon) && (
                <p className="text-muted wrap-anywhere">{accountName(amazon)}</p>
              )}
            </div>
          </li>
        ))}
      </ol>
      <output className="mt-3 block pl-9 text-muted text-pretty">
        {t(`skill.connecting.${late ? 'late' : byHand ? 'byHand' : wait}Text`)}
        <OffText amazon={amazon} />
      </output>
      {byHand && (
        <div className="mt-4 grid gap-5 sm:pl-9">
          <ManualSteps amazon={amazon} withLink={mayContinue && !connecting.maySwitchOffAndOn} />
          {connecting.maySwitchOffAndOn && mayContinue && (
            <Notice
              actions={
                <ConnectLink
                  how="reset"
                  label={t('skill.connecting.offAndOn')}
                  size="small"
                  variant="secondary"
                  workspaceId={workspaceId}
                />
              }
              title={t('skill.connecting.onTitle')}
              tone="warning"
            >
              {t('skill.connecting.onText')}
            </Notice>
          )}
        </div>
      )}
    </>
  );
}

function Mark({ number, state }: { number: number; state: 'done' | 'current' | 'ahead' }) {
  const colours = {
    done: 'bg-success-soft text-success',
    current: 'bg-accent-soft text-accent-text',
    ahead: 'text-muted ring-1 ring-control ring-inset',
  } as const;
  return (
    <span
      aria-hidden
      className={`grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold tabular-nums ${colours[state]}`}
    >
      {state === 'done' ? <Check size={14} strokeWidth={2.5} /> : state === 'current' ? <Spinner size={14} /> : number}
    </span>
  );
}
