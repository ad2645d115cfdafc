import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/button.tsx';

type ActionRowProps = {
  icon: LucideIcon;
  heading: string;
  text: string;
  action: string;
  onAction: () => void;
  /** The dialog that the action opens. */
  children?: ReactNode;
};

/** A heading, a text and a button below the list of triggers. */
export const ActionRow = ({ icon: Icon, heading, text, action, onAction, children }: ActionRowProps) => (
  <section className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 sm:px-6">
    <div className="flex min-w-0 grow basis-72 gap-3">
      <Icon aria-hidden className="mt-0.5 shrink-0 text-subtle" size={16} />
      <div className="min-w-0">
        <h2 className="font-medium">{heading}</h2>
        <p className="mt-0.5 max-w-prose text-muted text-pretty">{text}</p>
      </div>
    </div>
    <Button onClick={onAction} size="small" variant="secondary">
      {action}
    </Button>
    {children}
  </section>
);
