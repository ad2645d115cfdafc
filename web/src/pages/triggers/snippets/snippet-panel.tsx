import type { ReactNode } from 'react';

import { commandName } from '#shared/rules/snippets/home-assistant.ts';
import type { SnippetKind } from '#shared/rules/snippets/snippet-kinds.ts';
import { snippets } from '#shared/rules/snippets/snippets.ts';
import type { WebhookCall } from '#shared/rules/snippets/webhook-call.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { CodeBlock } from '#web/ui/code-block.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { LimitedMarkdown } from '#web/ui/documents/limited-markdown.tsx';
import { NumberedSteps } from '#web/ui/documents/numbered-steps.tsx';

type SnippetPanelProps = {
  kind: SnippetKind;
  shown: WebhookCall;
  /** Called on each copy, because the secret may have been replaced. */
  freshCall: () => Promise<WebhookCall>;
  onCopyRefused: (text: string) => void;
};

export function SnippetPanel({ kind, shown, freshCall, onCopyRefused }: SnippetPanelProps) {
  const { t } = useTranslation();
  const blocks = snippets[kind].map(({ name, text }) => (
    <CodeBlock
      action={
        <CopyButton
          label={t('snippets.copy')}
          name={t('snippets.copyPart', { part: name })}
          onRefused={onCopyRefused}
          text={async () => text(await freshCall())}
        />
      }
      key={name}
      name={name}
      text={text(shown)}
    />
  ));
  return (
    <div className="grid gap-4">
      <p className="text-muted text-pretty wrap-anywhere">
        <LimitedMarkdown text={t(`snippets.hints.${kind}`, { command: commandName(shown) })} />
      </p>
      {kind === 'shortcuts' ? <ShortcutSteps address={blocks[0]} header={blocks[1]} /> : blocks}
    </div>
  );
}

/** Users build a shortcut by hand, so each part is shown at its step. */
function ShortcutSteps({ address, header }: { address: ReactNode; header: ReactNode }) {
  const { t } = useTranslation();
  return (
    <NumberedSteps
      steps={[
        { text: t('snippets.shortcuts.action') },
        { text: t('snippets.shortcuts.address'), more: address },
        { text: t('snippets.shortcuts.method') },
        { text: t('snippets.shortcuts.header'), more: header },
        { text: t('snippets.shortcuts.run') },
      ]}
    />
  );
}
