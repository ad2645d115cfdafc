import type { ReactNode } from 'react';

import { LimitedMarkdown } from './limited-markdown.tsx';

type Step = { text: string; more?: ReactNode };

/** Steps in limited markdown; `more` is shown below the text of its step. */
export function NumberedSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {steps.map(({ text, more }, index) => (
        <li className="flex gap-3 text-muted" key={text}>
          <span
            aria-hidden
            className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-xs font-semibold text-text tabular-nums"
          >
            {index + 1}
          </span>
          <div className="min-w-0 grow pt-0.5">
            <p className="wrap-anywhere text-pretty">
              <LimitedMarkdown text={text} />
            </p>
            {more && <div className="mt-2">{more}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
