import { ArrowLeftRight, MessageCircle, Zap } from 'lucide-react';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { LimitedMarkdown } from '#web/ui/documents/limited-markdown.tsx';

export function CreatedNotes() {
  const { t } = useTranslation();
  const notes = [
    { text: t('workspaces.created.triggers'), Icon: Zap },
    { text: t('workspaces.created.groups'), Icon: MessageCircle },
    { text: t('workspaces.created.switching'), Icon: ArrowLeftRight },
  ];
  return (
    <ul className="grid gap-4">
      {notes.map(({ text, Icon }) => (
        <li className="flex gap-3 text-muted" key={text}>
          <Icon aria-hidden className="mt-0.5 shrink-0 text-accent-text" size={18} />
          <div className="min-w-0 text-pretty">
            <LimitedMarkdown text={text} />
          </div>
        </li>
      ))}
    </ul>
  );
}
