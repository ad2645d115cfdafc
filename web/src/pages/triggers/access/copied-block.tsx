import { useTranslation } from '#web/i18n/use-translation.ts';
import { CodeBlock } from '#web/ui/code-block.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';

/** Shows the whole text, so that the user can copy it by hand if the browser refuses to. */
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
