import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { maxFavorites } from '#shared/product.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

import { FavoriteRow, OtherRow } from './arrange-row.tsx';
import { favoritesFirst } from './first-tiles.ts';
import { useDragOrder } from './use-drag-order.ts';
import { useSaveFavorites } from './use-favorites.ts';

type ArrangeDialogProps = {
  open: boolean;
  onClose: () => void;
  workspaceId: number;
  triggers: readonly Trigger[];
  favorites: readonly string[];
};

/** Chooses the favorites and their order. */
export function ArrangeDialog({ open, onClose, workspaceId, triggers, favorites }: ArrangeDialogProps) {
  const { t } = useTranslation();
  const [chosen, choose] = useState(() => favoritesFirst(triggers, favorites).first.map(({ id }) => id));
  const [said, say] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const { first, rest } = favoritesFirst(triggers, chosen);
  const { save, saving } = useSaveFavorites(workspaceId);
  const move = (id: string, to: number) => {
    flushSync(() => choose(chosen.filter((each) => each !== id).toSpliced(to, 0, id)));
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' });
    const name = triggers.find((trigger) => trigger.id === id)?.name;
    say(t('favorites.moved', { name, place: to + 1, all: chosen.length }));
  };
  /** The pressed star leaves its list, so the focus moves to its neighbor. */
  const replace = (id: string, next: readonly string[], from: readonly Trigger[]) => {
    const at = from.findIndex((trigger) => trigger.id === id);
    const neighbor = (from[at + 1] ?? from[at - 1])?.id ?? id;
    flushSync(() => choose([...next]));
    document.querySelector<HTMLElement>(`[data-star="${neighbor}"]`)?.focus();
  };
  const { dragged, startAt } = useDragOrder(list, chosen, move);
  return (
    <Dialog
      description={t('favorites.lead')}
      footer={
        <>
          <Button aria-disabled={saving || undefined} onClick={onClose} variant="secondary">
            {t('common.cancel')}
          </Button>
          <Button busy={saving} onClick={() => void save(chosen).then(onClose, () => {})}>
            {t('favorites.save')}
          </Button>
        </>
      }
      locked={saving}
      onClose={onClose}
      open={open}
      startsAtTop
      steady
      title={t('favorites.title')}
    >
      <output className="sr-only">{said}</output>
      {first.length > 0 && (
        <ul aria-label={t('favorites.title')} className="mb-3 divide-y divide-border border-b border-border" ref={list}>
          {first.map(({ id, name }, at) => (
            <FavoriteRow
              dragged={dragged === id}
              first={at === 0}
              id={id}
              key={id}
              last={at === first.length - 1}
              name={name}
              onDown={() => move(id, at + 1)}
              onDrag={startAt(id)}
              onRemove={() =>
                replace(
                  id,
                  chosen.filter((each) => each !== id),
                  first,
                )
              }
              onUp={() => move(id, at - 1)}
            />
          ))}
        </ul>
      )}
      <ul aria-label={t('favorites.others')} className="grid">
        {rest.map(({ id, name }) => (
          <OtherRow
            full={chosen.length >= maxFavorites}
            id={id}
            key={id}
            name={name}
            onAdd={() => replace(id, [...chosen, id], rest)}
          />
        ))}
      </ul>
    </Dialog>
  );
}
