import { Content, List, Root, Trigger } from 'radix-ui/tabs';
import type { ReactNode } from 'react';

const tabClass =
  'min-h-9 rounded-md px-2.5 text-sm font-medium text-muted transition-colors duration-120 hover:text-text sm:px-3 coarse:min-h-11 data-[state=active]:bg-surface data-[state=active]:text-text data-[state=active]:shadow-lift data-[state=active]:ring-1 data-[state=active]:ring-border';

type TabsProps<Key extends string> = {
  /** Read by screen readers. */
  name: string;
  first: Key;
  keys: readonly Key[];
  label: (key: Key) => string;
  children: (key: Key) => ReactNode;
};

export function Tabs<Key extends string>({ name, first, keys, label, children }: TabsProps<Key>) {
  return (
    <Root defaultValue={first}>
      <List
        aria-label={name}
        className="flex w-fit max-w-full flex-wrap gap-1 rounded-lg border border-border bg-sunken p-1"
      >
        {keys.map((key) => (
          <Trigger className={tabClass} key={key} value={key}>
            {label(key)}
          </Trigger>
        ))}
      </List>
      {keys.map((key) => (
        <Content className="mt-5 rounded-md" key={key} value={key}>
          {children(key)}
        </Content>
      ))}
    </Root>
  );
}
