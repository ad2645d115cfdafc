import type { Workspace } from '#shared/contracts/workspaces.ts';

/** What lies over the list: at most one thing. */
export type Overlay = { kind: 'create' } | { kind: 'edit' | 'activate' | 'deactivate'; workspace: Workspace };
