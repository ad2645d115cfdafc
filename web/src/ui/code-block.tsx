import type { ReactNode } from 'react';

type CodeBlockProps = {
  name: string;
  text: string;
  action: ReactNode;
};

/** Wraps long lines instead of scrolling sideways. */
export function CodeBlock({ name, text, action }: CodeBlockProps) {
  return (
    <figure className="min-w-0 rounded-md border border-border bg-sunken">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-border py-1.5 pr-1.5 pl-3 text-xs text-muted">
        <span className="min-w-0 font-mono wrap-anywhere">{name}</span>
        {action}
      </figcaption>
      <pre className="p-3 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap text-text">
        <code>{text}</code>
      </pre>
    </figure>
  );
}
