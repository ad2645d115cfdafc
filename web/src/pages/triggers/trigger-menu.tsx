import { EllipsisVertical } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useLocation } from 'wouter';

import type { Trigger } from '#shared/contracts/triggers.ts';
import type { TextKey } from '#web/i18n/text-key.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Menu } from '#web/ui/menu.tsx';
import type { MenuEntry } from '#web/ui/overlays/menu-list.tsx';
import { showToast } from '#web/ui/toasts/toast-store.ts';
import { usePresence } from '#web/ui/use-presence.ts';

import { confirmationAddress } from './details/confirmation-address.ts';
import { LazySnippetDialog } from './snippets/lazy-snippet-dialog.tsx';
import type { TriggersPageState } from './use-triggers-page.ts';

type TriggerMenuProps = {
  page: TriggersPageState;
  trigger: Trigger;
  /** Leaves out what the page of the trigger shows itself. */
  inDetails?: boolean;
};

/** Everything about a trigger that is needed less often than running it. */
export function TriggerMenu({ page, trigger, inDetails = false }: TriggerMenuProps) {
  const { t } = useTranslation();
  const [snippets, showSnippets] = useState<'shown'>();
  const dialog = usePresence(snippets);
  const { id, name } = trigger;
  const [, navigate] = useLocation();
  return (
    <>
      <Menu
        align="end"
        entries={entries()}
        name={t('triggers.menu.more', { name })}
        renderButton={(props) => (
          <IconButton
            {...props}
            icon={<EllipsisVertical aria-hidden size={18} />}
            name={t('triggers.menu.more', { name })}
          />
        )}
      />
      {dialog && (
        <Suspense>
          <LazySnippetDialog
            first="curl"
            key={dialog.turn}
            onClose={() => showSnippets(undefined)}
            open={dialog.open}
            page={page}
            trigger={trigger}
          />
        </Suspense>
      )}
    </>
  );

  function entries(): MenuEntry[] {
    const action = (key: TextKey, onSelect: () => void, danger = false): MenuEntry => ({
      kind: 'action',
      key,
      label: t(key),
      danger,
      onSelect,
    });
    return [
      action('triggers.run.history', () => page.history.open(id)),
      action('triggers.run.check', () => page.check(trigger)),
      ...(inDetails ? [] : [action('triggers.menu.confirm', () => navigate(confirmationAddress(id)))]),
      { kind: 'separator', key: 'rules' },
      action('triggers.menu.schedule', () => page.show({ kind: 'schedule', triggerId: id })),
      action('triggers.menu.conditions', () => page.show({ kind: 'conditions', triggerId: id })),
      { kind: 'separator', key: 'outside' },
      action('triggers.menu.copy', () => void copy()),
      action('triggers.elsewhere.menu', () => showSnippets('shown')),
      action('triggers.elsewhere.access', () => {
        page.show({ kind: 'access', triggerId: id });
        // Triggers that keys can cover may have been created or deleted elsewhere.
        void page.list.refetch();
      }),
      { kind: 'separator', key: 'change' },
      action('triggers.menu.rename', () => page.show({ kind: 'rename', trigger })),
      action('triggers.menu.delete', () => page.show({ kind: 'delete', trigger }), true),
    ];
  }

  async function copy(): Promise<void> {
    const onRefused = (text: string) => page.onCopyRefused({ what: 'address', text });
    if (await copyText(t, { text: () => page.addressOf(trigger), onRefused }))
      showToast({ title: t('common.copied'), description: t('triggers.menu.copied', { name }) });
  }
}
