import { type ReactNode, Suspense, useState } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { type SnippetKind, snippetKinds } from '#shared/rules/snippets/snippet-kinds.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Menu, type MenuButtonProps } from '#web/ui/menu.tsx';
import { usePresence } from '#web/ui/use-presence.ts';

import type { TriggersPageState } from '../use-triggers-page.ts';
import { LazySnippetDialog } from './lazy-snippet-dialog.tsx';

type SnippetMenuProps = {
  trigger: Trigger;
  page: Pick<TriggersPageState, 'addressOf' | 'onCopyRefused'>;
  renderButton: (props: MenuButtonProps) => ReactNode;
};

export function SnippetMenu({ renderButton, ...dialog }: SnippetMenuProps) {
  const { t } = useTranslation();
  const [kind, choose] = useState<SnippetKind>();
  const shown = usePresence(kind);
  return (
    <>
      <Menu
        align="end"
        entries={snippetKinds.map((one) => ({
          kind: 'action' as const,
          key: one,
          label: t(`triggers.elsewhere.kinds.${one}`),
          onSelect: () => choose(one),
        }))}
        name={t('triggers.elsewhere.menu')}
        renderButton={renderButton}
      />
      {shown && (
        <Suspense>
          <LazySnippetDialog
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
