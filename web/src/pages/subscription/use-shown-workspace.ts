import { useSearch } from 'wouter';

import { useCurrentWorkspace, useWorkspaces } from '#web/api/use-session.ts';

type Facts = { id: number; name: string; defaultWorkspace: boolean; status: 'ATIVO' | 'INATIVO' };

export type ShownWorkspace =
  | { kind: 'known'; workspace: Facts; named: boolean }
  | { kind: 'loading' | 'invalid' | 'notFound' }
  | { kind: 'unavailable'; retry: () => void };

/** The workspace of `?id=`, without switching to it, else the current one. */
export function useShownWorkspace(): ShownWorkspace {
  const id = new URLSearchParams(useSearch()).get('id');
  const current = useCurrentWorkspace(id === null);
  const all = useWorkspaces(id !== null);
  const asked = id === null ? current : all;
  if (id !== null && !isId(id)) return { kind: 'invalid' };
  if (asked.isError) return { kind: 'unavailable', retry: () => void asked.refetch() };
  if (id === null) return current.data ? { kind: 'known', workspace: current.data, named: false } : { kind: 'loading' };
  if (!all.data) return { kind: 'loading' };
  const workspace = all.data.find((one) => one.id === Number(id));
  return workspace ? { kind: 'known', workspace, named: true } : { kind: 'notFound' };
}

const isId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text));
