import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { contactNameMissing, type Instance, whatsappContract } from '#shared/contracts/whatsapp.ts';
import { isPairing } from '#shared/rules/chip-status.ts';
import { client } from '#web/api/app-client.ts';
import { queryFor } from '#web/api/query-for.ts';

import { pollEvery } from './pairing/pairing-times.ts';

/** In milliseconds: delays before the name and the picture are requested again, and the timeout for the picture. */
export const nameAgainAfter = 2_000;
export const pictureAfter = 1_000;
export const pictureLimit = 10_000;

export const instanceQuery = (workspaceId: number | undefined) =>
  queryFor(whatsappContract.currentInstance, { workspaceId }, { allow: 'all' });

/** Polls a number that is being paired elsewhere (before a reload, in another window) like a pairing on this page. */
export const useInstance = (workspaceId: number | undefined) =>
  useQuery({
    ...instanceQuery(workspaceId),
    meta: { quiet: true },
    refetchInterval: ({ state: { data } }) => isPairing(data?.instance?.chipStatus ?? 'DISCONNECTED') && pollEvery,
  });

/** WhatsApp may deliver the name and the picture late, so each is requested once more. Failures are silent. */
export function useLateDetails(workspaceId: number, instance: Instance | null): void {
  const connected = instance?.chipStatus === 'CONNECTED' ? instance : undefined;
  useNameAgain(workspaceId, connected);
  usePicture(workspaceId, connected);
}

function useNameAgain(workspaceId: number, connected: Instance | undefined): void {
  const queries = useQueryClient();
  const nameless = connected?.contactName === contactNameMissing ? connected.id : undefined;
  useEffect(() => {
    if (nameless === undefined) return undefined;
    const { queryKey } = instanceQuery(workspaceId);
    const timer = setTimeout(() => void queries.refetchQueries({ queryKey }), nameAgainAfter);
    return () => clearTimeout(timer);
  }, [nameless, queries, workspaceId]);
}

function usePicture(workspaceId: number, connected: Instance | undefined): void {
  const queries = useQueryClient();
  const { id, phone } = connected?.contactPicture ? {} : (connected ?? {});
  useEffect(() => {
    if (id === undefined || !phone) return undefined;
    const stop = new AbortController();
    const fetchIt = async () => {
      const picture = await pictureOf(workspaceId, { id, phone }, stop);
      if (!picture || stop.signal.aborted) return;
      queries.setQueryData(instanceQuery(workspaceId).queryKey, (known) =>
        known?.instance?.id === id ? { ...known, instance: { ...known.instance, contactPicture: picture } } : known,
      );
    };
    const timer = setTimeout(() => void fetchIt(), pictureAfter);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id, phone, queries, workspaceId]);
}

async function pictureOf(
  workspaceId: number,
  { id, phone }: { id: number; phone: string },
  stop: AbortController,
): Promise<string | null> {
  const limit = setTimeout(() => stop.abort(), pictureLimit);
  const input = { workspaceId, params: { id: String(id) }, query: { phone } };
  try {
    const { signal } = stop;
    return (await client.call(whatsappContract.profilePicture, input, { allow: 'all', signal })).picture;
  } catch {
    return null;
  } finally {
    clearTimeout(limit);
  }
}
