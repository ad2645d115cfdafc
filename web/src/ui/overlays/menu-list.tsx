import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import {
  Content,
  Item,
  ItemIndicator,
  Label,
  RadioGroup,
  RadioItem,
  Root,
  Separator,
  Trigger,
} from 'radix-ui/dropdown-menu';
import { type ReactNode, type RefObject, useRef } from 'react';

import { useBackCloses } from './use-back-closes.ts';

export type MenuEntry =
  | { kind: 'action'; key: string; label: ReactNode; icon?: ReactNode; danger?: boolean; onSelect: () => void }
  | {
      kind: 'choice';
      key: string;
      label: string;
      value: string;
      options: readonly { value: string; label: string; icon?: ReactNode; lang?: string }[];
      onChoose: (value: string) => void;
    }
  | { kind: 'separator'; key: string };

type MenuListProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  button: RefObject<HTMLButtonElement | null>;
  labelledBy: string;
  name: string | undefined;
  entries: readonly MenuEntry[];
  align: 'start' | 'end';
  matchWidth: boolean;
};

/** The primitive's trigger is an invisible anchor over the real button. */
export function MenuList(props: MenuListProps) {
  const afterClose = useRef<() => void>(undefined);
  const later = (action: () => void) => {
    afterClose.current = action;
  };
  useBackCloses(props.open, { close: () => props.onOpenChange(false) });
  return (
    // Not modal: a menu does not hide or lock the page, and the list stays in the landmark of its button.
    <Root modal={false} onOpenChange={props.onOpenChange} open={props.open}>
      <Trigger asChild>
        <span aria-hidden="true" className="pointer-events-none absolute inset-0" tabIndex={-1} />
      </Trigger>
      <Content
        align={props.align}
        aria-label={props.name}
        aria-labelledby={props.name ? undefined : props.labelledBy}
        className={clsx(
          'data-[state=open]:animate-pop-in data-[state=closed]:animate-pop-out z-40 menu-scroll min-w-48 rounded-md border border-border bg-raised p-1 text-text shadow-float',
          props.matchWidth ? 'w-(--radix-dropdown-menu-trigger-width)' : 'max-w-80',
        )}
        collisionPadding={8}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          props.button.current?.focus();
          afterClose.current?.();
          afterClose.current = undefined;
        }}
        onPointerDownOutside={(event) => {
          // Clicking the button closes the menu there; closing it here too would reopen it.
          if (event.target instanceof Node && props.button.current?.contains(event.target)) event.preventDefault();
        }}
        sideOffset={6}
      >
        {props.entries.map((entry) => (
          <Entry entry={entry} key={entry.key} later={later} />
        ))}
      </Content>
    </Root>
  );
}

const itemClass =
  'flex min-h-9 items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-sm outline-none select-none data-highlighted:bg-hover data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-focus/0 focus-visible:outline-2 focus-visible:-outline-offset-2 coarse:min-h-11';

function Entry({ entry, later }: { entry: MenuEntry; later: (action: () => void) => void }) {
  if (entry.kind === 'separator') return <Separator className="-mx-1 my-1 h-px bg-border" />;
  if (entry.kind === 'action') {
    return (
      <Item className={clsx(itemClass, entry.danger && 'text-danger')} onSelect={() => later(entry.onSelect)}>
        {entry.icon}
        {entry.label}
      </Item>
    );
  }
  return (
    <RadioGroup aria-label={entry.label} value={entry.value}>
      <Label className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-subtle">{entry.label}</Label>
      {entry.options.map((option) => (
        <RadioItem
          className={itemClass}
          key={option.value}
          lang={option.lang}
          onSelect={() => later(() => option.value !== entry.value && entry.onChoose(option.value))}
          textValue={option.label}
          value={option.value}
        >
          {option.icon}
          <span className="min-w-0 grow wrap-anywhere">{option.label}</span>
          <ItemIndicator>
            <Check aria-hidden className="text-accent-text" size={16} />
          </ItemIndicator>
        </RadioItem>
      ))}
    </RadioGroup>
  );
}
