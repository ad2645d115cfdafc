import type { ReactNode } from 'react';

import { LimitedMarkdown } from '#web/ui/documents/limited-markdown.tsx';

/** What to do, in order; `extra` belongs to its step. */
export function NumberedSteps({ steps }: { steps: readonly { text: string; extra?: ReactNode }[] }) {
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {steps.map(({ text, extra }, place) => (
        <li className="flex gap-3 text-muted" key={text}>
          <span
            aria-hidden
            className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-xs font-semibold text-text tabular-nums"
          >
            {place + 1}
          </span>
          <div className="min-w-0 grow pt-0.5 text-pretty wrap-anywhere">
            <LimitedMarkdown text={text} />
            {extra}
          </div>
        </li>
      ))}
    </ol>
  );
}
