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

type KeyAddressProps = { of: NewKey; triggers: readonly Trigger[]; workspaceId: number };

/**
 * For an app: the webhook URL with its secret, or both separately if the secret signs. For a read-only key: the address
 * to read. A key whose triggers were deleted has only a secret.
 */
export function KeyAddress({ of: accessKey, triggers, workspaceId }: KeyAddressProps) {
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
  const addressAt = (host: string): string | undefined => {
    if (isRead) return findingsAddress(host, workspaceId, secret);
    if (!first) return undefined;
    return signed ? `${webhookAddress(host, first)}?key=${id}` : webhookAddress(host, first, secret);
  };
  const address = config.data && addressAt(config.data.webhookUrl);
  return (
    <>
      <NotLoaded of={[config]} title={t('access.handed.notLoaded')}>
        {!config.data && <Skeleton className="h-24 w-full" />}
        {address !== undefined && (
          <CopiedBlock name={t(isRead ? 'access.handed.monitoring' : 'access.handed.address')} text={address} />
        )}
      </NotLoaded>
      <CopiedBlock name={t('access.handed.token')} text={secret} />
      {signed && <p className="text-muted text-pretty">{t('access.handed.signed')}</p>}
      {isRead && <p className="text-muted text-pretty">{t('access.handed.reads')}</p>}
      {!signed && !isRead && runsOthers && <p className="text-muted text-pretty">{t('access.handed.others')}</p>}
    </>
  );
}
