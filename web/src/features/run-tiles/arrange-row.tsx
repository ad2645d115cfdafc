import { clsx } from 'clsx';
import { ChevronDown, ChevronUp, GripVertical, Star } from 'lucide-react';
import type { PointerEventHandler } from 'react';

import { maxFavorites } from '#shared/product.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { showToast } from '#web/ui/toasts/toast-store.ts';

type FavoriteRowProps = {
  id: string;
  name: string;
  first: boolean;
  last: boolean;
  dragged: boolean;
  onUp: () => void;
  onDown: () => void;
  onRemove: () => void;
  onDrag: PointerEventHandler;
};

/** The handle is for pointers only: the two buttons move the row without dragging. */
export function FavoriteRow({ id, name, first, last, dragged, onUp, onDown, onRemove, onDrag }: FavoriteRowProps) {
  const { t } = useTranslation();
  return (
    <li className={clsx('flex min-h-11 items-center', dragged && 'relative rounded-md bg-accent-soft')}>
      <span
        aria-hidden
        className="-ml-2 grid size-11 shrink-0 cursor-grab touch-none place-items-center text-subtle active:cursor-grabbing"
        data-drag={name}
        onPointerDown={onDrag}
      >
        <GripVertical size={18} />
      </span>
      <span className="min-w-0 grow py-2 font-medium wrap-anywhere">{name}</span>
      <IconButton
        aria-disabled={first || undefined}
        icon={<ChevronUp aria-hidden size={18} />}
        name={t('favorites.up', { name })}
        onClick={onUp}
      />
      <IconButton
        aria-disabled={last || undefined}
        icon={<ChevronDown aria-hidden size={18} />}
        name={t('favorites.down', { name })}
        onClick={onDown}
      />
      <IconButton
        data-star={id}
        icon={<Star aria-hidden className="fill-current text-warning" size={18} />}
        name={t('favorites.remove', { name })}
        onClick={onRemove}
      />
    </li>
  );
}

type OtherRowProps = { id: string; name: string; full: boolean; onAdd: () => void };

export function OtherRow({ id, name, full, onAdd }: OtherRowProps) {
  const { t } = useTranslation();
  return (
    <li className="flex min-h-11 items-center">
      <span className="min-w-0 grow py-2 wrap-anywhere">{name}</span>
      <IconButton
        aria-disabled={full || undefined}
        data-star={id}
        icon={<Star aria-hidden size={18} />}
        name={t('favorites.add', { name })}
        onClick={onAdd}
        onRefused={() => showToast({ title: t('favorites.full', { max: maxFavorites }) })}
      />
    </li>
  );
}
