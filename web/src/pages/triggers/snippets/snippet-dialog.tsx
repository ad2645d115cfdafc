import { Content, List, Root, Trigger as Tab } from 'radix-ui/tabs';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { type SnippetKind, snippetKinds } from '#shared/rules/snippets/snippet-kinds.ts';
import { masked, webhookCall } from '#shared/rules/snippets/webhook-call.ts';
import { NotLoaded } from '#web/features/not-loaded.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';

import type { TriggersPageState } from '../use-triggers-page.ts';
import { SnippetPanel } from './snippet-panel.tsx';
import { useWebhookAddress } from './use-webhook-address.ts';

type SnippetDialogProps = {
  open: boolean;
  onClose: () => void;
  trigger: Trigger;
  first: SnippetKind;
  page: Pick<TriggersPageState, 'addressOf' | 'onCopyRefused'>;
};

const tabClass =
  'min-h-9 rounded-md px-3 text-sm font-medium text-muted transition-colors duration-120 hover:text-text coarse:min-h-11 data-[state=active]:bg-surface data-[state=active]:text-text data-[state=active]:shadow-lift data-[state=active]:ring-1 data-[state=active]:ring-border';

/** The secret is hidden here, but not in what is copied. */
export function SnippetDialog({ open, onClose, trigger, first, page }: SnippetDialogProps) {
  const { t } = useTranslation();
  const address = useWebhookAddress(trigger, page.addressOf);
  return (
    <Dialog
      description={t('snippets.secret')}
      onClose={onClose}
      open={open}
      steady
      title={t('snippets.title', { name: trigger.name })}
      wide
    >
      <Root defaultValue={first}>
        <List
          aria-label={t('triggers.elsewhere.menu')}
          className="flex w-fit max-w-full flex-wrap gap-1 rounded-lg border border-border bg-sunken p-1"
        >
          {snippetKinds.map((kind) => (
            <Tab className={tabClass} key={kind} value={kind}>
              {t(`triggers.elsewhere.kinds.${kind}`)}
            </Tab>
          ))}
        </List>
        {snippetKinds.map((kind) => (
          <Content className="mt-5 rounded-md" key={kind} value={kind}>
            <NotLoaded of={[address]} title={t('triggers.copy.notLoaded')}>
              {address.data === undefined ? (
                <Skeleton className="h-32 w-full" />
              ) : (
                <SnippetPanel
                  freshCall={async () => webhookCall(await page.addressOf(trigger), trigger)}
                  kind={kind}
                  onCopyRefused={(text) => page.onCopyRefused({ what: 'snippet', text })}
                  shown={masked(webhookCall(address.data, trigger))}
                />
              )}
            </NotLoaded>
          </Content>
        ))}
      </Root>
    </Dialog>
  );
}
