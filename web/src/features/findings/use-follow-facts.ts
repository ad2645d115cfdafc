import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { findingsContract } from '#shared/contracts/findings.ts';
import { isIn } from '#web/api/refresh.ts';

/** Paths that pages already poll and whose data can cause or fix findings. */
const facts = ['/api/amazon-auth', '/api/triggers', '/api/subscription', '/api/zapbox-instances/current'] as const;

/** Refetches the findings when one of these facts changes, so that a fixed finding disappears at once. */
export function useFollowFacts(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const cache = queries.getQueryCache();
    const known = new Map(cache.getAll().map(({ queryHash, state }) => [queryHash, comparable(state.data)]));
    return cache.subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return;
      const { queryHash, queryKey, state } = event.query;
      if (!facts.some((path) => isIn(path, queryKey))) return;
      const [before, now] = [known.get(queryHash), comparable(state.data)];
      known.set(queryHash, now);
      if (before === undefined || before === now) return;
      const { path } = findingsContract.readFindings;
      void queries.invalidateQueries({ predicate: ({ queryKey: key }) => key[1] === path });
    });
  }, [queries]);
}

/** Ignores the remaining lifetime of a token, which differs in every reply. */
const comparable = (data: unknown): string | undefined =>
  JSON.stringify(data, (key, value: unknown) => (key === 'expiresIn' ? value !== null : value));
