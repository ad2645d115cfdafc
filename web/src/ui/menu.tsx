import { type ReactNode, type RefObject, lazy, Suspense, useId, useRef, useState } from 'react';

import type { MenuEntry } from './overlays/menu-list.tsx';

const MenuList = lazy(() => import('./overlays/menu-list.tsx').then((module) => ({ default: module.MenuList })));

/** What the button of a menu has to carry. */
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
  /** Draws the button. It stays in place while the list behind it is still on its way. */
  renderButton: (props: MenuButtonProps) => ReactNode;
  entries: readonly MenuEntry[];
  /** The menu's name for readers, where the button's own name says too little. */
  name?: string;
  align?: 'start' | 'end';
  /** At least as wide as its button. */
  matchWidth?: boolean;
};

/**
 * A button with a menu. The list is loaded apart from the first screen, so the button is ours and the list is attached
 * to it when it opens. An entry acts after the menu is closed and the button has the focus back: a dialog that it opens
 * then knows where to return to.
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
        // The list has to be there before the key that opens it: it looks at the key to choose what has the focus first.
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
