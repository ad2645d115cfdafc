import { clsx } from 'clsx';
import { Play, SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from 'wouter';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { triggerAddress } from '#web/features/frame/trigger-address.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import type { Translate } from '#web/i18n/translate.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Switch } from '#web/ui/buttons/switch.tsx';
import { type Column, Table } from '#web/ui/lists/table.tsx';
import { RelativeTime } from '#web/ui/time/relative-time.tsx';

import { AlexaState } from './alexa-state.tsx';
import type { NextLine } from './schedule/with-plans.tsx';
import type { TriggersPageState } from './use-triggers-page.ts';

const RunState = lazy(async () => {
  const [{ RunState: State }] = await Promise.all([
    import('#web/features/runs/run-state.tsx'),
    loadPageTexts(['tiles']),
  ]);
  return { default: State };
});
const TriggerMenu = lazy(async () => ({ default: (await import('./trigger-menu.tsx')).TriggerMenu }));
const AlexaFailure = lazy(async () => ({ default: (await import('./alexa-failure.tsx')).AlexaFailure }));
const ConditionsLine = lazy(async () => {
  const [{ ConditionsLine: Line }] = await Promise.all([
    import('./conditions/conditions-line.tsx'),
    loadPageTexts(['access', 'schedule']),
  ]);
  return { default: Line };
});
const ReceiptLine = lazy(async () => {
  const [{ ReceiptLine: Line }] = await Promise.all([
    import('./receipts/receipt-line.tsx'),
    loadPageTexts(['receipts']),
  ]);
  return { default: Line };
});

type TriggerTableProps = { page: TriggersPageState; triggers: readonly Trigger[]; nextLine: NextLine };

export function TriggerTable({ page, triggers, nextLine }: TriggerTableProps) {
  const { t } = useTranslation();
  return (
    <Table
      compact
      columns={columnsOf(t, page, nextLine)}
      keyOf={(trigger) => trigger.id}
      name={t('triggers.table.caption')}
      rows={triggers}
    />
  );
}

function columnsOf(t: Translate, page: TriggersPageState, nextLine: NextLine): readonly Column<Trigger>[] {
  const { changes } = page;
  return [
    {
      key: 'name',
      title: t('triggers.table.name'),
      main: true,
      cell: (trigger) => (
        <NameCell
          busy={changes.resyncing === trigger.id}
          nextLine={nextLine}
          onRetry={changes.resync}
          page={page}
          trigger={trigger}
        />
      ),
    },
    {
      key: 'enabled',
      title: t('triggers.table.enabled'),
      spareInRow: always,
      cell: (trigger) => (
        <span className="-my-2 -mr-1 sm:-ml-1">
          <Switch
            busy={changes.switching === trigger.id}
            checked={trigger.enabled}
            name={t('triggers.row.enabled', { name: trigger.name })}
            onChange={(enabled) => changes.switchOnOff(trigger, enabled)}
          />
        </span>
      ),
    },
    {
      key: 'alexa',
      title: t('triggers.table.alexa'),
      spareInRow: ({ alexa }) => alexa?.state !== 'failed',
      cell: (trigger) => <AlexaState alexa={trigger.alexa} />,
    },
    {
      key: 'lastRun',
      title: t('triggers.table.lastRun'),
      spareInRow: always,
      spareBelow: 'md',
      cell: (trigger) => <Moment at={trigger.lastExecuted} />,
    },
    {
      key: 'created',
      title: t('triggers.table.created'),
      spareInRow: always,
      spareBelow: 'xl',
      cell: (trigger) => <Moment at={trigger.createdAt} />,
    },
    {
      key: 'actions',
      title: t('triggers.table.actions'),
      actions: true,
      cell: (trigger) => <RowActions page={page} trigger={trigger} />,
    },
  ];
}

const always = () => true;

const Moment = ({ at }: { at: string | null }) => (
  <span className="xl:whitespace-nowrap">
    <RelativeTime at={at} />
  </span>
);

type NameCellProps = {
  trigger: Trigger;
  page: TriggersPageState;
  nextLine: NextLine;
  busy: boolean;
  onRetry: (trigger: Trigger) => void;
};

function NameCell({ trigger, page, nextLine, ...again }: NameCellProps) {
  return (
    <span className="block min-w-0 sm:min-w-24 md:min-w-32">
      <Link
        className={clsx(
          'inline-block py-0.5 hover:underline max-sm:line-clamp-2 max-sm:py-0 max-sm:wrap-anywhere max-sm:after:absolute max-sm:after:inset-0',
          !trigger.enabled && 'text-muted',
        )}
        href={triggerAddress(trigger.id)}
        title={trigger.name}
      >
        {trigger.name}
      </Link>
      <Suspense fallback={<span className="block h-4 sm:hidden" />}>
        <RunState inTable progress={page.changes.progressOf(trigger)} trigger={trigger} withTime />
      </Suspense>
      <span className="max-sm:hidden">{details()}</span>
    </span>
  );

  function details() {
    return (
      <>
        {trigger.description && (
          <span
            className="line-clamp-1 max-w-md text-xs font-normal wrap-anywhere text-subtle"
            title={trigger.description}
          >
            {trigger.description}
          </span>
        )}
        {trigger.alexa?.state === 'failed' && (
          <Suspense fallback={<span className="mt-1 block h-9" />}>
            <AlexaFailure {...again} onCheck={page.check} trigger={trigger} />
          </Suspense>
        )}
        {nextLine(trigger)}
        {trigger.conditions && (
          <Suspense fallback={<span className="mt-1 block h-4" />}>
            <ConditionsLine
              icon={<SlidersHorizontal aria-hidden className="mt-px shrink-0 text-subtle" size={14} />}
              trigger={trigger}
            />
          </Suspense>
        )}
        {trigger.receipt && (
          <Suspense fallback={<span className="mt-1 block h-4" />}>
            <ReceiptLine inTable page={page} trigger={trigger} />
          </Suspense>
        )}
      </>
    );
  }
}

function RowActions({ page, trigger }: { page: TriggersPageState; trigger: Trigger }) {
  const { t } = useTranslation();
  const { name } = trigger;
  const running = page.changes.progressOf(trigger) === 'running';
  return (
    <>
      <IconButton
        busy={running}
        icon={<Play aria-hidden className="fill-current" size={16} />}
        name={running ? t('triggers.row.running', { name }) : t('triggers.row.run', { name })}
        onClick={() => page.changes.run(trigger)}
      />
      <Suspense fallback={<span className="action-size" />}>
        <TriggerMenu page={page} trigger={trigger} />
      </Suspense>
    </>
  );
}
