import { useSearch } from 'wouter';

import { useCurrentWorkspace, useWorkspaces } from '#web/api/use-session.ts';

type Facts = { id: number; name: string; defaultWorkspace: boolean; status: 'ATIVO' | 'INATIVO' };

export type ShownWorkspace =
  | { kind: 'known'; workspace: Facts; named: boolean }
  | { kind: 'loading' | 'invalid' | 'notFound' }
  | { kind: 'unavailable'; retry: () => void };

/** The workspace of `?id=` without switching to it, otherwise the current one. */
export function useShownWorkspace(): ShownWorkspace {
  const id = new URLSearchParams(useSearch()).get('id');
  const named = id !== null;
  const current = useCurrentWorkspace(!named);
  const all = useWorkspaces(named);
  const asked = named ? all : current;
  if (named && !isId(id)) return { kind: 'invalid' };
  if (asked.isError) return { kind: 'unavailable', retry: () => void asked.refetch() };
  if (!asked.data) return { kind: 'loading' };
  const workspace = named ? all.data?.find((one) => one.id === Number(id)) : current.data;
  return workspace ? { kind: 'known', workspace, named } : { kind: 'notFound' };
}

/** Workspace ids have at most fifteen digits. */
const isId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);
