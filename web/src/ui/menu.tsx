import { type ReactNode, type RefObject, lazy, Suspense, useId, useRef, useState } from 'react';

import type { MenuEntry } from './overlays/menu-list.tsx';

const MenuList = lazy(() => import('./overlays/menu-list.tsx').then((module) => ({ default: module.MenuList })));

export type MenuButtonProps = {
  id: string;
  ref: RefObject<HTMLButtonElement | null>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: () => void;
  onFocus: () => void;
  onKeyDown: (event: { key: string; preventDefault: () => void }) => void;
};

type MenuProps = {
  renderButton: (props: MenuButtonProps) => ReactNode;
  entries: readonly MenuEntry[];
  /** Read by screen readers, for buttons whose name is not enough. */
  name?: string;
  align?: 'start' | 'end';
  matchWidth?: boolean;
};

/**
 * The list loads separately from the first screen. An entry acts after the button has the focus again, so that a dialog
 * that it opens can return the focus there.
 */
export function Menu({ renderButton, entries, name, align = 'start', matchWidth = false }: MenuProps) {
  const id = useId();
  const ref = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <div className="relative">
      {renderButton({
        id,
        ref,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: () => (open ? setOpen(false) : show()),
        // The list chooses its first focus by the key that opens it, so it must be loaded before.
        onFocus: () => setWanted(true),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' || open) return;
          event.preventDefault();
          show();
        },
      })}
      {wanted && (
        <Suspense>
          <MenuList
            align={align}
            button={ref}
            entries={entries}
            labelledBy={id}
            matchWidth={matchWidth}
            name={name}
            onOpenChange={setOpen}
            open={open}
          />
        </Suspense>
      )}
    </div>
  );
}
