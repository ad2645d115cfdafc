import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { LimitedMarkdown } from '#web/ui/documents/limited-markdown.tsx';

type SetupStepProps = { number: number; title: string; done: boolean; children: ReactNode };

export function SetupStep({ number, title, done, children }: SetupStepProps) {
  const { t } = useTranslation();
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className={`grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold tabular-nums ${done ? 'bg-success-soft text-success' : 'bg-sunken text-text'}`}
      >
        {done ? <Check size={14} strokeWidth={2.5} /> : number}
      </span>
      <div className="grid min-w-0 grow grid-cols-[minmax(0,1fr)] gap-2 pt-0.5">
        <h3 className="font-semibold">
          {done && <span className="sr-only">{t('receipts.dialog.stepDone')} </span>}
          {title}
        </h3>
        {children}
      </div>
    </li>
  );
}

export const StepText = ({ text }: { text: string }) => (
  <p className="text-muted wrap-anywhere text-pretty">
    <LimitedMarkdown text={text} />
  </p>
);
