import { type Query, queryOptions, skipToken } from '@tanstack/react-query';
import type * as z from 'zod/mini';

import type { Endpoint, ReplyOf } from '#shared/contracts/endpoint.ts';

import { client } from './app-client.ts';
import { type CallOptions } from './client.ts';

type Field = 'params' | 'query' | 'body';
type InputOf<K extends Field, E extends Endpoint> =
  E extends Record<K, infer S>
    ? S extends z.ZodMiniType
      ? Record<K, z.input<S>>
      : unknown
    : Partial<Record<K, never>>;

type Scope<E extends Endpoint, Id> = E extends { scope: 'workspace' } ? { workspaceId: Id } : unknown;

/** What every input is to the client, which does not know the endpoint's types. */
type Loose = Readonly<{
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  workspaceId?: number | undefined;
}>;

/** What a call needs: params, query and body as its contract says, and the workspace shown when it works on one. */
export type CallInput<E extends Endpoint> = Loose &
  InputOf<'params', E> &
  InputOf<'query', E> &
  InputOf<'body', E> &
  Scope<E, number>;

/** The same for reads, which wait while the workspace is not known yet. */
export type QueryInput<E extends Endpoint> = Loose &
  InputOf<'params', E> &
  InputOf<'query', E> &
  Scope<E, number | undefined>;

/**
 * Key of a read. The workspace comes first wherever there is one, so that a switch can never show rows of the one
 * before; everything else stands under `app`.
 */
export const keyFor = <E extends Endpoint>(endpoint: E, input: QueryInput<E>) => {
  const { workspaceId, params, query } = input;
  const home = endpoint.scope === 'workspace' ? (workspaceId ?? 'unknown') : 'app';
  return [home, endpoint.path, params ?? {}, query ?? {}] as const;
};

/**
 * A read as TanStack Query wants it: key, call and type from the contract's row. Aborts when nobody waits any more. A
 * repeat that nothing asked for, such as polling, fails in silence: what is on the screen stays there. So does a first
 * load that somebody who waits for it words: `useQuery({ ...queryFor(endpoint, input), meta: { worded: true } })`.
 */
export const queryFor = <E extends Endpoint>(endpoint: E, input: QueryInput<E>, options: CallOptions = {}) => {
  const waits = endpoint.scope === 'workspace' && input.workspaceId === undefined;
  return queryOptions<ReplyOf<E>, Error, ReplyOf<E>, ReturnType<typeof keyFor<E>>>({
    queryKey: keyFor(endpoint, input),
    queryFn: waits
      ? skipToken
      : ({ signal, client: queries, queryKey }) =>
          client.call(endpoint, input, {
            ...options,
            // Only read when the call has failed: until then, somebody may come who words it.
            get allow() {
              return isSilent(queries.getQueryCache().find({ queryKey })) ? 'all' : options.allow;
            },
            signal,
          }),
  });
};

/**
 * Without data, whether one of those who wait says that there is none, or, asked `ahead`, nobody waits yet: whoever comes asks
 * again. With data, whether no change has asked for it again. A failure marks data as invalidated too.
 */
const isSilent = (query: Query | undefined): boolean | undefined =>
  query?.state.data === undefined
    ? query?.observers.some(({ options }) => options.meta?.['worded']) || isEarly(query)
    : !query.state.isInvalidated || query.state.status === 'error';

const isEarly = (query: Query | undefined): boolean => query?.meta?.['ahead'] === true && query.observers.length === 0;

/** A change as TanStack Query wants it: `useMutation({ ...mutationFor(endpoint), onSuccess })`, then `mutate(input)`. */
export const mutationFor = <E extends Endpoint>(endpoint: E, options: CallOptions = {}) => ({
  mutationKey: [endpoint.method, endpoint.path] as const,
  mutationFn: (input: CallInput<E>): Promise<ReplyOf<E>> => client.call(endpoint, input, options),
});
