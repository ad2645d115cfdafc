import type { Workspace } from '#shared/contracts/workspaces.ts';

import { ActivateDialog } from './activate-dialog.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import type { Overlay } from './overlay.ts';

type WorkspaceOverlaysProps = {
  open: boolean;
  overlay: Overlay;
  onClose: () => void;
  workspaces: readonly Workspace[];
  currentId: number | undefined;
  onCreated: () => void;
};

/** The dialogs of the page; they come in a file of their own. */
export function WorkspaceOverlays({ overlay, workspaces, currentId, onCreated, ...rest }: WorkspaceOverlaysProps) {
  const names = workspaces.map(({ name }) => name);
  if (overlay.kind === 'create') return <CreateDialog {...rest} names={names} onCreated={onCreated} />;
  const { workspace } = overlay;
  if (overlay.kind === 'activate') return <ActivateDialog {...rest} workspace={workspace} />;
  if (overlay.kind === 'edit') {
    const others = workspaces.filter(({ id }) => id !== workspace.id).map(({ name }) => name);
    return <EditDialog {...rest} others={others} workspace={workspace} />;
  }
  return (
    <DeactivateDialog
      {...rest}
      home={workspaces.find(({ defaultWorkspace }) => defaultWorkspace)?.name}
      isCurrent={workspace.id === currentId}
      workspace={workspace}
    />
  );
}
