import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import type { NightlyCheck } from '#shared/contracts/nightly-check.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { useCurrentWorkspace } from '#web/api/use-session.ts';
import { ReceiptTest } from '#web/features/receipts/receipt-test.tsx';
import { duration } from '#web/features/runs/duration.ts';
import { dayIn, timeIn } from '#web/features/schedule/moments.ts';
import { zoneOf } from '#web/features/schedule/time-zones.ts';
import { asStart } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button, buttonClass } from '#web/ui/buttons/button.tsx';
import { useMinute } from '#web/ui/time/minute-clock.ts';

import { NightlyRepair } from './nightly-repair.tsx';

type NightlyStateProps = {
  check: NightlyCheck;
  amazon: AmazonAuth;
  /** Undefined until the list contains it. */
  trigger: Trigger | undefined;
  onShowSteps: () => void;
};

/** Shows when the check runs, the last result, and how to fix a failure. */
export function NightlyState({ check, amazon, trigger, onShowSteps }: NightlyStateProps) {
  const { t, i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  const now = useMinute();
  const zone = zoneOf(useCurrentWorkspace().data?.timeZone);
  const { state, nextAt, last, failed } = check;
  const at = nextAt && t('nightly.every', { time: timeIn(zone, Date.parse(nextAt), language) });
  if (state === 'notSetUp')
    return (
      <State icon={<Info aria-hidden size={20} />} lead={t('nightly.notSetUp')} tone="text-warning">
        <p className="text-muted text-pretty">{t('nightly.notSetUpText')}</p>
        <Buttons>
          <Button onClick={onShowSteps} size="small">
            {t('receipts.setUp')}
          </Button>
        </Buttons>
      </State>
    );
  if (state === 'failed' && failed)
    return (
      <State
        icon={<CircleAlert aria-hidden size={20} />}
        lead={t('nightly.failed', { day: dayOf(failed.since) })}
        tone="text-danger"
      >
        <p className="text-muted text-pretty">
          {failed.why === 'noAnswer' ? t('receipts.why.none') : t(`runHistory.outcomes.${failed.why}`)}
          {failed.why !== 'noAnswer' && failed.why !== 'sent' && `: ${t(`runHistory.why.${failed.why}`)}`}
        </p>
        <p className="text-muted">{at}</p>
        <NightlyRepair amazon={amazon} onShowSteps={onShowSteps} trigger={trigger} why={failed.why} />
        {trigger && (
          <Buttons>
            <Link className={buttonClass('secondary', 'small')} href={`/triggers?check=${trigger.id}`}>
              {t('triggers.run.check')}
            </Link>
          </Buttons>
        )}
      </State>
    );
  return (
    <State icon={<CircleCheck aria-hidden size={20} />} lead={at ?? t('nightly.switch')} tone="text-success">
      {last && (
        <p className="text-muted">
          {last.ms === undefined
            ? t('nightly.lastAnswered', { day: dayOf(last.at), time: timeOf(last.at) })
            : t('nightly.last', { day: dayOf(last.at), time: timeOf(last.at), ms: duration(last.ms, language) })}
        </p>
      )}
      {trigger && <ReceiptTest trigger={trigger} />}
      <Buttons>
        <Button onClick={onShowSteps} size="small" variant="ghost">
          {t('receipts.steps')}
        </Button>
      </Buttons>
    </State>
  );

  function dayOf(moment: string): string {
    return asStart(dayIn(zone, Date.parse(moment), now, language), language);
  }
  function timeOf(moment: string): string {
    return timeIn(zone, Date.parse(moment), language);
  }
}

type StateProps = { icon: ReactNode; tone: string; lead: string; children: ReactNode };

function State({ icon, tone, lead, children }: StateProps) {
  return (
    <div className="mt-4 flex gap-3 border-t border-border pt-4">
      <span className={`shrink-0 ${tone}`}>{icon}</span>
      <div className="grid min-w-0 grow gap-2">
        <p className="font-medium">{lead}</p>
        {children}
      </div>
    </div>
  );
}

const Buttons = ({ children }: { children: ReactNode }) => <div className="flex flex-wrap gap-2">{children}</div>;
