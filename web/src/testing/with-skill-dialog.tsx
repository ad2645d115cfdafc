import type { ComponentType } from 'react';

import { useSkillDialogForRun, useSkillDialogOpen } from '#web/features/skill/skill-dialog-state.ts';

/** Renders a page with a placeholder for the skill dialog, which the shell shows in the app. */
export const withSkillDialog = (Page: ComponentType) =>
  function PageWithDialog() {
    const forRun = useSkillDialogForRun();
    return (
      <>
        <Page />
        {useSkillDialogOpen() && <p>{forRun ? 'The steps are open' : 'The dialog is open'}</p>}
      </>
    );
  };
