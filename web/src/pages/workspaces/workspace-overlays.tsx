import { ActivateDialog } from './activate-dialog.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import type { WorkspaceOverlay, WorkspacesPageState } from './use-workspaces-page.ts';

type WorkspaceOverlaysProps = {
  open: boolean;
  overlay: WorkspaceOverlay;
  onClose: () => void;
  page: WorkspacesPageState;
};

export function WorkspaceOverlays({ overlay, page, ...rest }: WorkspaceOverlaysProps) {
  const { workspaces, currentId, view } = page;
  const names = workspaces.map(({ name }) => name);
  if (overlay.kind === 'create') return <CreateDialog {...rest} names={names} onCreated={() => view.search('')} />;
  const { workspace } = overlay;
  if (overlay.kind === 'activate')
    return <ActivateDialog {...rest} onSwitch={() => page.switchTo(workspace)} workspace={workspace} />;
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
