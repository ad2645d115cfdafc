import type { ComponentType } from 'react';

import { useNamedWorkspace } from '#web/features/workspaces/use-named-workspace.ts';

/** A page that opens the workspace which its address names, as the shell does. */
export const withNamedWorkspace = (Page: ComponentType): ComponentType =>
  function PageOfWorkspace() {
    useNamedWorkspace();
    return <Page />;
  };
