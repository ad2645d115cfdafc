import { lazy, type ReactNode, Suspense, useState } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { type SnippetKind, snippetKinds } from '#shared/rules/snippets/snippet-kinds.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Menu, type MenuButtonProps } from '#web/ui/menu.tsx';
import { usePresence } from '#web/ui/use-presence.ts';

import type { TriggersPageState } from '../use-triggers-page.ts';

const SnippetDialog = lazy(async () => {
  const [{ SnippetDialog: Dialog }] = await Promise.all([import('./snippet-dialog.tsx'), loadPageTexts(['snippets'])]);
  return { default: Dialog };
});

type SnippetMenuProps = {
  trigger: Trigger;
  page: Pick<TriggersPageState, 'addressOf' | 'onCopyRefused'>;
  renderButton: (props: MenuButtonProps) => ReactNode;
  /** Undefined inside a dialog, which the access dialog would replace. */
  onAccess?: () => void;
};

export function SnippetMenu({ renderButton, onAccess, ...dialog }: SnippetMenuProps) {
  const { t } = useTranslation();
  const [kind, choose] = useState<SnippetKind>();
  const shown = usePresence(kind);
  return (
    <>
      <Menu
        align="end"
        entries={[
          ...snippetKinds.map((one) => ({
            kind: 'action' as const,
            key: one,
            label: t(`triggers.elsewhere.kinds.${one}`),
            onSelect: () => choose(one),
          })),
          ...(onAccess
            ? [
                { kind: 'separator' as const, key: 'line' },
                {
                  kind: 'action' as const,
                  key: 'access',
                  label: t('triggers.elsewhere.access'),
                  onSelect: onAccess,
                },
              ]
            : []),
        ]}
        name={t('triggers.elsewhere.menu')}
        renderButton={renderButton}
      />
      {shown && (
        <Suspense>
          <SnippetDialog
            key={shown.turn}
            {...dialog}
            first={shown.value}
            onClose={() => choose(undefined)}
            open={shown.open}
          />
        </Suspense>
      )}
    </>
  );
}
