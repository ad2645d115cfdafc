import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { triggersContract, type Trigger } from '#shared/contracts/triggers.ts';
import type { RefusalCode } from '#shared/refusals.ts';
import { ApiError } from '#web/api/api-error.ts';
import { client } from '#web/api/app-client.ts';
import { refresh } from '#web/api/refresh.ts';

import { ensureZone } from '../schedule/workspace-zone.ts';
import { maxFileBytes, readFile, type FileProblem, type ImportRow } from './trigger-file.ts';

const callerShowsError = { allow: 'all' } as const;

/** Imports the triggers one call at a time; the worker reports them to Alexa in batches. */
export function useImport(workspaceId: number, triggers: readonly Trigger[]) {
  const queries = useQueryClient();
  const [fileName, setFileName] = useState<string>();
  const [rows, setRows] = useState<readonly ImportRow[]>();
  const [problem, setProblem] = useState<FileProblem>();
  const [running, setRunning] = useState(false);
  const [stopped, setStopped] = useState<unknown>();

  async function choose(file: File): Promise<void> {
    const read = file.size > maxFileBytes ? 'tooLarge' : await contentOf(file, triggers);
    setFileName(file.name);
    setProblem(typeof read === 'string' ? read : undefined);
    setRows(typeof read === 'string' ? undefined : read);
    setStopped(undefined);
  }

  async function run(): Promise<void> {
    setRunning(true);
    setStopped(undefined);
    let left = rows ?? [];
    try {
      const fresh = left.filter(({ state }) => state === 'new');
      if (fresh.some(({ conditions }) => conditions?.hours)) await ensureZone(queries, workspaceId);
      for (const row of fresh) {
        const done = await importOne(workspaceId, row);
        left = left.map((each) => (each === row ? done : each));
        setRows(left);
      }
    } catch (error) {
      setStopped(error);
    }
    await refresh(queries, ['/api/triggers', '/api/plans', '/api/workspaces']);
    setRunning(false);
  }

  return { fileName, rows, problem, running, stopped, choose, run };
}

/** The file may have moved or be locked. */
const contentOf = (file: File, triggers: readonly Trigger[]) =>
  file.text().then(
    (text) => readFile(text, triggers),
    () => 'unreadable' as const,
  );

/** Throws failures that also affect the other rows. */
async function importOne(workspaceId: number, row: ImportRow): Promise<ImportRow> {
  const { name, description, enabled, receipt, conditions } = row;
  const body = {
    name,
    ...(description !== undefined && { description }),
    ...(!enabled && { enabled }),
    ...(conditions && { conditions }),
  };
  try {
    const { id } = await client.call(triggersContract.createTrigger, { workspaceId, body }, callerShowsError);
    const confirmed = !receipt || (await confirms(workspaceId, id));
    return { ...row, state: confirmed ? 'added' : 'unconfirmed' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.errorKey === 'trigger.nameTaken') return { ...row, state: 'exists' };
    if (isOfRow(error)) return { ...row, state: 'refused', reason: error.errorKey };
    if (conditions && error.errorKey === 'request.invalid') {
      return { ...row, state: 'refused', reason: 'conditionsUnread' };
    }
    throw error;
  }
}

/** The trigger exists in any case, so a failure only affects its row. */
const confirms = (workspaceId: number, id: string): Promise<boolean> =>
  client
    .call(triggersContract.updateTrigger, { workspaceId, params: { id }, body: { receipt: true } }, callerShowsError)
    .then(
      () => true,
      () => false,
    );

type OfRow = ApiError & { errorKey: RefusalCode };

const isOfRow = (error: ApiError): error is OfRow => /^trigger\.(?:name|description)/.test(error.errorKey ?? '');
