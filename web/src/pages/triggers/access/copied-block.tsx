import { useTranslation } from '#web/i18n/use-translation.ts';
import { CodeBlock } from '#web/ui/code-block.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';

/** Shown whole, so that it can be copied by hand where the browser does not copy. */
export function CopiedBlock({ name, text }: { name: string; text: string }) {
  const { t } = useTranslation();
  return (
    <CodeBlock
      action={<CopyButton label={t('snippets.copy')} name={t('snippets.copyPart', { part: name })} text={text} />}
      name={name}
      text={text}
    />
  );
}
