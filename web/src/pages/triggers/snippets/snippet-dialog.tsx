import type { Trigger } from '#shared/contracts/triggers.ts';
import { type SnippetKind, snippetKinds } from '#shared/rules/snippets/snippet-kinds.ts';
import { maskCall, webhookCall } from '#shared/rules/snippets/webhook-call.ts';
import { NotLoaded } from '#web/features/not-loaded.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { LimitedMarkdown } from '#web/ui/documents/limited-markdown.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Tabs } from '#web/ui/overlays/tabs.tsx';
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

/** Hides the secret on screen, but copies it. */
export function SnippetDialog({ open, onClose, trigger, first, page }: SnippetDialogProps) {
  const { t } = useTranslation();
  const address = useWebhookAddress(trigger, page.addressOf);
  const notes = ['calls', 'later', ...(trigger.receipt ? (['confirms'] as const) : [])] as const;
  return (
    <Dialog
      description={t('snippets.secret')}
      onClose={onClose}
      open={open}
      steady
      title={t('snippets.title', { name: trigger.name })}
      wide
    >
      <Tabs
        first={first}
        keys={snippetKinds}
        label={(kind) => t(`triggers.elsewhere.kinds.${kind}`)}
        name={t('triggers.elsewhere.menu')}
      >
        {(kind) => (
          <NotLoaded of={[address]} title={t('triggers.copy.notLoaded')}>
            {address.data === undefined ? (
              <Skeleton className="h-32 w-full" />
            ) : (
              <SnippetPanel
                freshCall={async () => webhookCall(await page.addressOf(trigger), trigger)}
                kind={kind}
                onCopyRefused={(text) => page.onCopyRefused({ what: 'snippet', text })}
                shown={maskCall(webhookCall(address.data, trigger))}
              />
            )}
          </NotLoaded>
        )}
      </Tabs>
      {notes.map((note) => (
        <p className="mt-4 text-muted text-pretty" key={note}>
          <LimitedMarkdown text={t(`snippets.${note}`)} />
        </p>
      ))}
    </Dialog>
  );
}
