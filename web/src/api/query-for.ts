import { type Query, queryOptions, skipToken } from '@tanstack/react-query';
import type * as z from 'zod/mini';

import type { Endpoint, ReplyOf } from '#shared/contracts/endpoint.ts';

import { client } from './app-client.ts';
import { type CallOptions } from './client.ts';

declare module '@tanstack/react-query' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- TanStack Query asks for a merged interface
  interface Register {
    queryMeta: {
      /** Does not block the page during the first load. */
      quiet?: boolean;
      /** The caller shows failures itself. */
      callerShowsError?: boolean;
      /** A prefetch, which shows no failure until something observes it. */
      ahead?: boolean;
    };
    mutationMeta: {
      /** Does not block the page. */
      quiet?: boolean;
    };
  }
}

type Field = 'params' | 'query' | 'body';
type InputOf<K extends Field, E extends Endpoint> =
  E extends Record<K, infer S>
    ? S extends z.ZodMiniType
      ? Record<K, z.input<S>>
      : unknown
    : Partial<Record<K, never>>;

type Scope<E extends Endpoint, Id> = E extends { scope: 'workspace' } ? { workspaceId: Id } : unknown;

type AnyInput = Readonly<{
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  workspaceId?: number | undefined;
}>;

/** Params, query and body of the contract, plus the workspace id for calls that belong to a workspace. */
export type CallInput<E extends Endpoint> = AnyInput &
  InputOf<'params', E> &
  InputOf<'query', E> &
  InputOf<'body', E> &
  Scope<E, number>;

export type QueryInput<E extends Endpoint> = AnyInput &
  InputOf<'params', E> &
  InputOf<'query', E> &
  Scope<E, number | undefined>;

/** Starts with the workspace id, so that a switch never shows the previous workspace's rows, or else with `app`. */
export const keyFor = <E extends Endpoint>(endpoint: E, input: QueryInput<E>) => {
  const { workspaceId, params, query } = input;
  const scope = endpoint.scope === 'workspace' ? (workspaceId ?? 'unknown') : 'app';
  return [scope, endpoint.path, params ?? {}, query ?? {}] as const;
};

/**
 * Aborts when its last observer unmounts. Polls fail silently, and so does a first load with
 * `meta: { callerShowsError: true }`.
 */
export const queryFor = <E extends Endpoint>(endpoint: E, input: QueryInput<E>, options: CallOptions = {}) => {
  const lacksWorkspace = endpoint.scope === 'workspace' && input.workspaceId === undefined;
  return queryOptions<ReplyOf<E>, Error, ReplyOf<E>, ReturnType<typeof keyFor<E>>>({
    queryKey: keyFor(endpoint, input),
    queryFn: lacksWorkspace
      ? skipToken
      : ({ signal, client: queries, queryKey }) =>
          client.call(endpoint, input, {
            ...options,
            // A getter, evaluated only after a failure: an observer that shows the failure may mount before then.
            get allow() {
              return isSilent(queries.getQueryCache().find({ queryKey })) ? 'all' : options.allow;
            },
            signal,
          }),
  });
};

/**
 * Returns whether a failure shows no message. A first load is silent if an observer shows the failure itself, or if it
 * is a prefetch that nothing observes yet. A refetch is silent unless a change invalidated the data. A failed refetch
 * also sets `isInvalidated`, so polls after it need the check of the status.
 */
const isSilent = (query: Query | undefined): boolean | undefined =>
  query?.state.data === undefined
    ? query?.observers.some(({ options }) => options.meta?.callerShowsError) || isUnobservedPrefetch(query)
    : !query.state.isInvalidated || query.state.status === 'error';

const isUnobservedPrefetch = (query: Query | undefined): boolean =>
  query?.meta?.ahead === true && query.observers.length === 0;

/** Use: `useMutation({ ...mutationFor(endpoint), onSuccess })`, then `mutate(input)`. */
export const mutationFor = <E extends Endpoint>(endpoint: E, options: CallOptions = {}) => ({
  mutationKey: [endpoint.method, endpoint.path] as const,
  mutationFn: (input: CallInput<E>): Promise<ReplyOf<E>> => client.call(endpoint, input, options),
});
