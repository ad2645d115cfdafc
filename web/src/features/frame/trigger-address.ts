import type { Trigger } from '#shared/contracts/triggers.ts';

const pattern = /^\/triggers\/([A-Za-z0-9_-]{1,64})$/;

/** The id in the address of a trigger's own page. */
export const triggerIdAt = (path: string): string | undefined => pattern.exec(path.replace(/\/+$/, ''))?.[1];

export const triggerAddress = (id: string): string => `/triggers/${id}`;

/** Pass true for `byClick` after a failed run by click. */
export type OpenCheck = (trigger: Pick<Trigger, 'id' | 'workspaceId'>, byClick?: boolean) => void;

/** Opens the check of a trigger, after switching to its workspace if necessary. */
export const checkAddress = (...[{ id, workspaceId }, byClick]: Parameters<OpenCheck>): string =>
  `/triggers?id=${workspaceId}&check=${id}${byClick ? '&by=click' : ''}`;
