import { commandName } from '#shared/rules/snippets/home-assistant.ts';
import type { SnippetKind } from '#shared/rules/snippets/snippet-kinds.ts';
import { snippets } from '#shared/rules/snippets/snippets.ts';
import type { WebhookCall } from '#shared/rules/snippets/webhook-call.ts';
import type { TextKey } from '#web/i18n/text-key.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { CodeBlock } from '#web/ui/code-block.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { LimitedMarkdown } from '#web/ui/documents/limited-markdown.tsx';
import { NumberedSteps } from '#web/ui/documents/numbered-steps.tsx';

type Step = { key: TextKey; part?: number };

/** In these apps users fill in fields, so each part is shown at its step. */
const stepsByHand: Readonly<Partial<Record<SnippetKind, readonly Step[]>>> = {
  shortcuts: [
    { key: 'snippets.shortcuts.action' },
    { key: 'snippets.shortcuts.address', part: 0 },
    { key: 'snippets.shortcuts.method' },
    { key: 'snippets.shortcuts.header', part: 1 },
    { key: 'snippets.shortcuts.run' },
  ],
  httpShortcuts: [
    { key: 'snippets.httpShortcuts.create' },
    { key: 'snippets.httpShortcuts.address', part: 0 },
    { key: 'snippets.httpShortcuts.header', part: 1 },
    { key: 'snippets.httpShortcuts.run' },
  ],
  tasker: [
    { key: 'snippets.tasker.task' },
    { key: 'snippets.tasker.action' },
    { key: 'snippets.tasker.address', part: 0 },
    { key: 'snippets.tasker.header', part: 1 },
    { key: 'snippets.tasker.run' },
  ],
};

type SnippetPanelProps = {
  kind: SnippetKind;
  shown: WebhookCall;
  /** Called on each copy, because the secret may have been replaced. */
  freshCall: () => Promise<WebhookCall>;
  onCopyRefused: (text: string) => void;
};

export function SnippetPanel({ kind, shown, freshCall, onCopyRefused }: SnippetPanelProps) {
  const { t } = useTranslation();
  const byHand = stepsByHand[kind];
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
      {byHand ? (
        <NumberedSteps
          steps={byHand.map(({ key, part }) => ({ text: t(key), more: part === undefined ? undefined : blocks[part] }))}
        />
      ) : (
        blocks
      )}
    </div>
  );
}
