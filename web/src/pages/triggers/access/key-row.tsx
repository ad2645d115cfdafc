import { Ban, Pencil, RotateCw } from 'lucide-react';

import type { AccessKey } from '#shared/contracts/access-keys.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { hasEnded, isUsedUp } from '#shared/rules/access-keys.ts';
import { listOf } from '#web/features/schedule/moments.ts';
import { momentWords, type DisplayContext } from '#web/features/schedule/planned-words.ts';
import { formatWhen } from '#web/i18n/formats/dates.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';

type KeyRowProps = {
  of: AccessKey;
  trigger: Trigger | undefined;
  triggers: readonly Trigger[];
  where: DisplayContext;
  onEdit: () => void;
  onRotate: () => void;
  onStop: () => void;
};

export function KeyRow({ of: accessKey, trigger, triggers, where, onEdit, onRotate, onStop }: KeyRowProps) {
  const { t } = useTranslation();
  const { name, conditions, uses, used, page, signed, right, usedAt, oldSecretUntil } = accessKey;
  const ended = hasEnded(accessKey, new Date(where.now));
  const usedUp = isUsedUp(accessKey);
  const { until, ...others } = conditions;
  const lastUse = formatWhen(usedAt, where.now, where.language)?.text;
  const facts = [
    right === 'read' ? t('access.keys.scopeNone') : scopeWords(),
    lastUse === undefined ? t('access.keys.neverUsed') : t('access.keys.lastUse', { when: lastUse }),
    uses !== undefined && !usedUp && t('access.keys.usesLeft', { count: uses - used }),
    until && t(ended ? 'access.keys.endedAt' : 'access.keys.endsAt', { when: momentWords(t, until, where) }),
  ].filter(Boolean);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0 sm:flex-nowrap">
      <div className="min-w-0 py-1.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className={ended || usedUp ? 'font-medium text-muted' : 'font-medium'}>{name}</span>{' '}
          {ended && <Badge tone="warning">{t('access.keys.ended')}</Badge>}{' '}
          {usedUp && <Badge tone="warning">{t('access.keys.usedUp')}</Badge>}{' '}
          {page && <Badge>{t('access.keys.page')}</Badge>} {signed && <Badge>{t('access.keys.signed')}</Badge>}{' '}
          {right === 'read' && <Badge>{t('access.keys.readOnly')}</Badge>}{' '}
          {Object.keys(others).length > 0 && <Badge>{t('access.keys.limited')}</Badge>}
        </p>
        <p className="mt-0.5 text-muted text-pretty">{facts.join(' · ')}</p>
        {oldSecretUntil !== undefined && (
          <p className="mt-0.5 text-warning text-pretty">
            {t('access.keys.oldSecret', { when: momentWords(t, oldSecretUntil, where) })}
          </p>
        )}
      </div>
      <div className="-ml-2 flex shrink-0 gap-1 sm:-mr-2 sm:ml-0">
        <IconButton icon={<Pencil aria-hidden size={16} />} name={t('access.keys.edit', { name })} onClick={onEdit} />
        <IconButton
          icon={<RotateCw aria-hidden size={16} />}
          name={t('access.keys.rotate', { name })}
          onClick={onRotate}
        />
        <IconButton
          icon={<Ban aria-hidden size={16} />}
          name={t('access.keys.stop', { name })}
          onClick={onStop}
          tone="danger"
        />
      </div>
    </li>
  );

  function scopeWords(): string {
    if (accessKey.triggers === 'all') return t('access.keys.scopeAll');
    const ids = accessKey.triggers;
    const elsewhere = triggers.filter(({ id }) => id !== trigger?.id && ids.includes(id)).map((one) => one.name);
    const names = listOf(elsewhere, where.language);
    const isHere = trigger !== undefined && ids.includes(trigger.id);
    if (!isHere && elsewhere.length === 0) return t('access.keys.scopeGone', { count: ids.length });
    if (!isHere) return t(trigger ? 'access.keys.scopeOther' : 'access.keys.scopeSome', { names });
    return elsewhere.length === 0 ? t('access.keys.scopeThis') : t('access.keys.scopeMore', { names });
  }
}
