import { ChevronDown } from 'lucide-react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { NotLoaded } from '#web/features/not-loaded.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';

import type { TriggersPageState } from '../use-triggers-page.ts';
import { SnippetMenu } from './snippet-menu.tsx';
import { useWebhookAddress } from './use-webhook-address.ts';

type WebhookAddressProps = { trigger: Trigger; page: Pick<TriggersPageState, 'addressOf' | 'onCopyRefused'> };

/** Shows the address with its secret hidden, and copies it whole. */
export function WebhookAddress({ page, trigger }: WebhookAddressProps) {
  const { t } = useTranslation();
  const address = useWebhookAddress(trigger, page.addressOf);
  return (
    <div className="flex flex-col gap-3 rounded-md border border-border bg-sunken p-3">
      <NotLoaded of={[address]} title={t('triggers.copy.notLoaded')}>
        {address.data === undefined ? (
          <Skeleton className="h-4 grow" />
        ) : (
          <code className="min-w-0 grow font-mono text-xs leading-5 break-all text-muted">
            {maskToken(address.data)}
          </code>
        )}
      </NotLoaded>
      <div className="flex flex-wrap gap-2 sm:flex-nowrap">
        <CopyButton
          label={t('created.copy')}
          name={t('created.copy')}
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

const maskToken = (address: string): string => address.replace(/(\?token=).+$/, '$1••••••••');
