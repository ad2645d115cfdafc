import { CodeXml, History, Pencil, Play, Trash2 } from 'lucide-react';
import type { ComponentProps } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import type { Translate } from '#web/i18n/translate.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Switch } from '#web/ui/buttons/switch.tsx';
import { type Column, Table } from '#web/ui/lists/table.tsx';
import { RelativeTime } from '#web/ui/time/relative-time.tsx';

import { AlexaFailure, AlexaState } from './alexa-state.tsx';
import type { OnCopyRefused } from './overlay.ts';
import { SnippetMenu } from './snippets/snippet-menu.tsx';

export type TriggerActions = {
  onRun: (trigger: Trigger) => void;
  onRename: (trigger: Trigger) => void;
  onDelete: (trigger: Trigger) => void;
  onHistory: (trigger: Trigger) => void;
  onSwitch: (trigger: Trigger, enabled: boolean) => void;
  /** Tells Alexa of the trigger again. */
  onResync: (trigger: Trigger) => void;
  /** Makes the webhook address; it holds a secret and is never shown in the table. */
  addressOf: (trigger: Trigger) => Promise<string>;
  onCopyRefused: OnCopyRefused;
};

type TriggerTableProps = TriggerActions & {
  triggers: readonly Trigger[];
  /** Ids whose run, switch or report to Alexa is on its way. */
  running?: string | undefined;
  switching?: string | undefined;
  resyncing?: string | undefined;
};

/** The triggers with everything one can do to each. */
export function TriggerTable({ triggers, ...rest }: TriggerTableProps) {
  const { t } = useTranslation();
  return (
    <Table
      columns={columnsOf(t, rest)}
      keyOf={(trigger) => trigger.id}
      name={t('triggers.table.caption')}
      rows={triggers}
    />
  );
}

function columnsOf(
  t: Translate,
  { running, switching, resyncing, ...actions }: Omit<TriggerTableProps, 'triggers'>,
): readonly Column<Trigger>[] {
  return [
    {
      key: 'name',
      title: t('triggers.table.name'),
      main: true,
      cell: (trigger) => <NameCell busy={resyncing === trigger.id} onRetry={actions.onResync} trigger={trigger} />,
    },
    {
      key: 'enabled',
      title: t('triggers.table.enabled'),
      cell: (trigger) => (
        <span className="-my-2 -mr-1 sm:-ml-1">
          <Switch
            busy={switching === trigger.id}
            checked={trigger.enabled}
            name={t('triggers.row.enabled', { name: trigger.name })}
            onChange={(enabled) => actions.onSwitch(trigger, enabled)}
          />
        </span>
      ),
    },
    {
      key: 'alexa',
      title: t('triggers.table.alexa'),
      cell: (trigger) => <AlexaState alexa={trigger.alexa} />,
    },
    {
      key: 'lastRun',
      title: t('triggers.table.lastRun'),
      spareBelow: 'md',
      cell: (trigger) => <Moment at={trigger.lastExecuted} />,
    },
    {
      key: 'created',
      title: t('triggers.table.created'),
      spareBelow: 'xl',
      cell: (trigger) => <Moment at={trigger.createdAt} />,
    },
    {
      key: 'actions',
      title: t('triggers.table.actions'),
      actions: true,
      cell: (trigger) => <RowActions {...actions} running={running === trigger.id} trigger={trigger} />,
    },
  ];
}

const Moment = ({ at }: { at: string | null }) => (
  <span className="text-right sm:text-left xl:whitespace-nowrap">
    <RelativeTime at={at} />
  </span>
);

function NameCell({ trigger, ...again }: ComponentProps<typeof AlexaFailure>) {
  return (
    <span className="block min-w-0 sm:min-w-24 md:min-w-32">
      <span className={trigger.enabled ? undefined : 'text-muted'}>{trigger.name}</span>
      {trigger.description && (
        <span
          className="line-clamp-1 max-w-md text-xs font-normal wrap-anywhere text-subtle"
          title={trigger.description}
        >
          {trigger.description}
        </span>
      )}
      <AlexaFailure {...again} trigger={trigger} />
    </span>
  );
}

type RowActionsProps = TriggerActions & { trigger: Trigger; running: boolean };

function RowActions({ trigger, running, ...actions }: RowActionsProps) {
  const { t } = useTranslation();
  const { name } = trigger;
  return (
    <>
      <IconButton
        busy={running}
        icon={<Play aria-hidden size={16} />}
        name={running ? t('triggers.row.running', { name }) : t('triggers.row.run', { name })}
        onClick={() => actions.onRun(trigger)}
      />
      <CopyButton
        name={t('triggers.row.copy', { name })}
        onRefused={(text) => actions.onCopyRefused({ what: 'address', text })}
        text={() => actions.addressOf(trigger)}
      />
      <SnippetMenu
        addressOf={actions.addressOf}
        onCopyRefused={(text) => actions.onCopyRefused({ what: 'snippet', text })}
        renderButton={(props) => (
          <IconButton
            {...props}
            icon={<CodeXml aria-hidden size={16} />}
            name={t('triggers.row.elsewhere', { name })}
          />
        )}
        trigger={trigger}
      />
      <IconButton
        icon={<History aria-hidden size={16} />}
        name={t('triggers.row.history', { name })}
        onClick={() => actions.onHistory(trigger)}
      />
      <IconButton
        icon={<Pencil aria-hidden size={16} />}
        name={t('triggers.row.rename', { name })}
        onClick={() => actions.onRename(trigger)}
      />
      <IconButton
        icon={<Trash2 aria-hidden size={16} />}
        name={t('triggers.row.delete', { name })}
        onClick={() => actions.onDelete(trigger)}
        tone="danger"
      />
    </>
  );
}
