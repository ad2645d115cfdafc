import { useQuery } from '@tanstack/react-query';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { findingsAddress } from '#shared/rules/findings-address.ts';
import { webhookAddress } from '#shared/rules/webhook-address.ts';
import { loadConfig } from '#web/api/load-config.ts';
import { NotLoaded } from '#web/features/not-loaded.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Skeleton } from '#web/ui/states/skeleton.tsx';

import { CopiedBlock } from './copied-block.tsx';
import type { NewKey } from './use-key-changes.ts';

/**
 * For an app: the webhook URL with its secret, or both separately if the secret signs. For a read-only key: the address
 * to read.
 */
export function KeyAddress({ of: accessKey, triggers }: { of: NewKey; triggers: readonly Trigger[] }) {
  const { t } = useTranslation();
  const config = useQuery({
    queryKey: ['app', 'config'],
    queryFn: loadConfig,
    gcTime: 0,
    staleTime: 0,
    meta: { quiet: true },
  });
  const [first] = triggers;
  const { id, secret, signed } = accessKey;
  const isRead = accessKey.right === 'read';
  const runsOthers = accessKey.triggers === 'all' || accessKey.triggers.length > 1;
  const addressAt = (host: string, trigger: Trigger): string => {
    if (isRead) return findingsAddress(host, trigger.workspaceId, secret);
    return signed ? `${webhookAddress(host, trigger)}?key=${id}` : webhookAddress(host, trigger, secret);
  };
  return (
    <>
      <NotLoaded of={[config]} title={t('access.handed.notLoaded')}>
        {config.data && first ? (
          <CopiedBlock
            name={t(isRead ? 'access.handed.monitoring' : 'access.handed.address')}
            text={addressAt(config.data.webhookUrl, first)}
          />
        ) : (
          first && <Skeleton className="h-24 w-full" />
        )}
      </NotLoaded>
      <CopiedBlock name={t('access.handed.token')} text={secret} />
      {signed && <p className="text-muted text-pretty">{t('access.handed.signed')}</p>}
      {isRead && <p className="text-muted text-pretty">{t('access.handed.reads')}</p>}
      {!signed && !isRead && runsOthers && <p className="text-muted text-pretty">{t('access.handed.others')}</p>}
    </>
  );
}
