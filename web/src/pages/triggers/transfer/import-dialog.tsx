import { clsx } from 'clsx';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { errorText, refusalText } from '#web/api/error-text.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button, buttonClass } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

import type { ImportRow } from './trigger-file.ts';
import { useImport } from './use-import.ts';

type Props = { open: boolean; onClose: () => void; workspaceId: number; triggers: readonly Trigger[] };

export function ImportDialog({ open, onClose, workspaceId, triggers }: Props) {
  const { t } = useTranslation();
  const { fileName, rows, problem, running, stopped, choose, run } = useImport(workspaceId, triggers);
  const count = rows?.filter(({ state }) => state === 'new').length ?? 0;
  const isDone = count === 0 && rows?.some(isAdded);
  // The list is at the top of the page, but the button that opened this dialog is below it.
  const [heading, setHeading] = useState<HTMLElement>();
  const seeTriggers = () => {
    setHeading(document.querySelector('h1') ?? undefined);
    onClose();
    // Search and page number could hide the new triggers.
    if (window.location.search) navigate(window.location.pathname);
  };
  return (
    <Dialog
      description={t('transfer.import.lead')}
      footer={
        <>
          <Button aria-disabled={running || undefined} onClick={onClose} variant="secondary">
            {t('common.close')}
          </Button>
          {count > 0 && (
            <Button busy={running} onClick={() => void run()}>
              {t('transfer.import.confirm', { count })}
            </Button>
          )}
          {isDone && <Button onClick={seeTriggers}>{t('transfer.import.see')}</Button>}
        </>
      }
      locked={running}
      onClose={onClose}
      open={open}
      returnTo={heading}
      steady
      title={t('transfer.import.title')}
      wide
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <label
            className={clsx(
              buttonClass('secondary'),
              'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            )}
          >
            {t('transfer.import.choose')}
            <input
              accept=".json,application/json"
              className="sr-only"
              disabled={running}
              onChange={(event) => {
                const input = event.currentTarget;
                const chosen = input.files?.[0];
                if (chosen) void choose(chosen);
                // Without this, choosing the same file again fires no change event.
                input.value = '';
              }}
              type="file"
            />
          </label>
          {fileName !== undefined && <span className="min-w-0 text-muted wrap-anywhere">{fileName}</span>}
        </div>
        {problem && <Notice live title={t(`transfer.problems.${problem}`)} tone="danger" />}
        {stopped !== undefined && (
          <Notice live title={t('transfer.import.stopped')} tone="danger">
            {errorText(t, stopped)}
          </Notice>
        )}
        {rows && <Rows rows={rows} />}
      </div>
    </Dialog>
  );
}

function Rows({ rows }: { rows: readonly ImportRow[] }) {
  const { t } = useTranslation();
  const added = rows.filter(isAdded).length;
  return (
    <>
      <output className="block text-muted">
        {t(added > 0 ? 'transfer.import.summaryAdded' : 'transfer.import.summary', {
          all: rows.length,
          fresh: rows.filter(({ state }) => state === 'new').length,
          added,
        })}
      </output>
      <ul
        aria-label={t('transfer.import.list')}
        className="max-h-72 overflow-y-auto rounded-lg border border-border"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list scrolls by keyboard
        tabIndex={0}
      >
        {rows.map((row, index) => (
          <li
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 border-border px-4 py-2.5 not-first:border-t"
            key={`${index} ${row.name}`}
          >
            <span className="min-w-0 font-medium wrap-anywhere">{row.name || t('transfer.import.nameless')}</span>
            <span className={clsx('text-sm', tones[row.state])}>{wordsOf(row)}</span>
            {notesOf(row).map((note) => (
              <span className="w-full text-sm text-pretty text-muted" key={note}>
                {t(`transfer.notes.${note}`)}
              </span>
            ))}
          </li>
        ))}
      </ul>
      {rows.some(({ state, conditions }) => state === 'new' && conditions?.hours) && (
        <p className="text-sm text-pretty text-muted">{t('transfer.import.zone')}</p>
      )}
    </>
  );

  function wordsOf({ state, reason, receipt }: ImportRow): string {
    if (state === 'new' && receipt) return t('transfer.states.newConfirming');
    if (state !== 'refused') return t(`transfer.states.${state}`);
    const key = reason === 'conditionsUnread' ? reason : 'malformed';
    return refusalText(reason) ?? t(`transfer.states.${key}`);
  }
}

const isAdded = ({ state }: ImportRow): boolean => state === 'added' || state === 'unconfirmed';

/** Conditions that the trigger gets, or got. */
const notesOf = ({ state, conditions, people }: ImportRow): ('conditions' | 'people')[] =>
  state === 'exists' || state === 'refused'
    ? []
    : [...(conditions ? ['conditions' as const] : []), ...(people ? ['people' as const] : [])];

const tones = {
  new: 'text-info',
  exists: 'text-muted',
  refused: 'text-danger',
  added: 'text-success',
  unconfirmed: 'text-warning',
} as const;
