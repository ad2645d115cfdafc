import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { findingsContract } from '#shared/contracts/findings.ts';
import { isIn } from '#web/api/refresh.ts';

/** What a page reads anyway, and that makes findings or mends them. */
const facts = ['/api/amazon-auth', '/api/triggers', '/api/subscription', '/api/zapbox-instances/current'] as const;

/** Reads the findings again when a page learns of a changed fact, so that what is mended goes at once. */
export function useFollowFacts(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const cache = queries.getQueryCache();
    const known = new Map(cache.getAll().map(({ queryHash, state }) => [queryHash, told(state.data)]));
    return cache.subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return;
      const { queryHash, queryKey, state } = event.query;
      if (!facts.some((path) => isIn(path, queryKey))) return;
      const [before, now] = [known.get(queryHash), told(state.data)];
      known.set(queryHash, now);
      if (before === undefined || before === now) return;
      const { path } = findingsContract.readFindings;
      void queries.invalidateQueries({ predicate: ({ queryKey: key }) => key[1] === path });
    });
  }, [queries]);
}

/** Without the time that a token has left, which differs in every answer. */
const told = (data: unknown): string | undefined =>
  JSON.stringify(data, (key, value: unknown) => (key === 'expiresIn' ? value !== null : value));
