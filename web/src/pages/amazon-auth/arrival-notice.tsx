import { X } from 'lucide-react';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import type { RefusalCode } from '#shared/refusals.ts';
import { useCurrentWorkspaceId } from '#web/api/use-session.ts';
import { RefusalWords } from '#web/features/refusal-words.tsx';
import { accountName, isConnecting } from '#web/features/skill/account-state.ts';
import { ConnectLink } from '#web/features/skill/connect-link.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Notice } from '#web/ui/notice.tsx';

import { type Arrival, otherAccountLinked } from './use-arrival.ts';
import { useHasTriggers } from './use-has-triggers.ts';

type ArrivalNoticeProps = { arrival: Arrival; amazon: AmazonAuth | undefined; onDismiss: () => void };

const stateInvalid = 'auth.stateInvalid' satisfies RefusalCode;
const pageOutdated = 'request.pageOutdated' satisfies RefusalCode;

/** Never shows an unknown key, because anybody can write one into an address. */
export function ArrivalNotice({ arrival, amazon, onDismiss }: ArrivalNoticeProps) {
  const { t } = useTranslation();
  const workspaceId = useCurrentWorkspaceId();
  const hasTriggers = useHasTriggers(workspaceId);
  if (arrival.kind === 'inUse' || arrival.kind === 'reinstall') return null;
  const good = arrival.kind === 'success';
  const account = amazon && accountName(amazon);
  // The user has switched the workspace in another tab.
  if (good && amazon?.skill === 'notLinked') return null;
  // A duplicate callback while the flow continues is not an error.
  if (keyOf(arrival) === stateInvalid && (amazon?.connecting || amazon?.skill === 'active')) return null;
  return (
    <div className="mb-6">
      <Notice
        actions={
          <>
            {keyOf(arrival) === pageOutdated && workspaceId !== undefined && startsAnew(amazon) && (
              <ConnectLink
                label={t('skill.problem.again')}
                size="small"
                variant="secondary"
                workspaceId={workspaceId}
              />
            )}
            <IconButton icon={<X aria-hidden size={16} />} name={t('amazonAuth.error.dismiss')} onClick={onDismiss} />
          </>
        }
        live
        title={title()}
        tone={good ? 'success' : 'danger'}
      >
        {good ? (
          <>
            {account !== undefined && (
              <span className="block wrap-anywhere">{t('amazonAuth.success.account', { account })}</span>
            )}
            {t(`amazonAuth.success.${textFor(amazon, hasTriggers)}`)}
          </>
        ) : (
          <RefusalWords of={keyOf(arrival)} otherwise={t('amazonAuth.error.unknown')} />
        )}
      </Notice>
    </div>
  );

  function title(): string {
    if (good) return t('amazonAuth.success.title');
    return t(amazon?.skill === 'notLinked' ? 'amazonAuth.error.title' : 'amazonAuth.error.titleLinked');
  }
}

/** A running connection attempt has its own buttons. */
const startsAnew = (amazon: AmazonAuth | undefined): boolean =>
  amazon?.skill === 'notLinked' || (amazon?.mend === 'reconnect' && !amazon.connecting);

const keyOf = (arrival: Arrival): string | undefined =>
  arrival.kind === 'otherAccount' ? otherAccountLinked : arrival.kind === 'error' ? arrival.key : undefined;

function textFor(amazon: AmazonAuth | undefined, hasTriggers: boolean) {
  if (amazon?.skill === 'active') return hasTriggers ? 'textAgain' : 'textActive';
  if (amazon?.connecting === undefined) return 'text';
  return isConnecting(amazon) ? 'textConnecting' : 'textProblem';
}
