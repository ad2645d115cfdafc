import { type ComponentProps, lazy, Suspense, useState } from 'react';

import { useSkillDialogOpen } from '#web/features/skill/skill-dialog-state.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';

import { withTexts } from '../with-texts.ts';

const loadDrawer = () => import('#web/ui/overlays/drawer.tsx');
const loadCreateWorkspace = () => import('./create-workspace-dialog.tsx');

const Drawer = lazy(async () => ({ default: (await loadDrawer()).Drawer }));
const SkillDialog = lazy(async () => {
  const [{ SkillDialog: Dialog }] = await Promise.all([import('./skill-dialog.tsx'), loadPageTexts(['skill'])]);
  return { default: Dialog };
});
const SkillWarning = lazy(async () => {
  const [{ SkillWarning: Warning }] = await Promise.all([import('./skill-warning.tsx'), loadPageTexts(['skill'])]);
  return { default: Warning };
});
const CreateWorkspace = lazy(async () => ({ default: (await loadCreateWorkspace()).CreateWorkspaceDialog }));

/** Loaded with the texts of the account page, which the banner uses. */
export const { Page: DeletionBanner, load: loadDeletionBanner } = withTexts({
  texts: ['account'],
  load: async () => (await import('./deletion-banner.tsx')).DeletionBanner,
});

export const { Page: MovedBanner } = withTexts({
  texts: ['skill'],
  load: async () => (await import('./moved-banner.tsx')).MovedBanner,
});

/** Kept out of the first load; its banner loads only when something is broken. */
export const FindingsWatch = lazy(async () => ({ default: (await import('./findings-watch.tsx')).FindingsWatch }));

export const loadOverlays = () => Promise.all([loadDrawer(), import('#web/ui/overlays/menu-list.tsx')]);

/** Keeps a closed overlay mounted while it animates out. */
function useOpenedOnce(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened || open;
}

export function LazyDrawer(props: ComponentProps<typeof Drawer>) {
  return useOpenedOnce(props.open) ? (
    <Suspense>
      <Drawer {...props} />
    </Suspense>
  ) : null;
}

export function LazySkillDialog() {
  const open = useSkillDialogOpen();
  return useOpenedOnce(open) ? (
    <Suspense>
      <SkillDialog open={open} />
    </Suspense>
  ) : null;
}

export function LazyCreateWorkspace(props: ComponentProps<typeof CreateWorkspace>) {
  return useOpenedOnce(props.open) ? (
    <Suspense>
      <CreateWorkspace {...props} />
    </Suspense>
  ) : null;
}

export const LazySkillWarning = (props: ComponentProps<typeof SkillWarning>) => (
  <Suspense>
    <SkillWarning {...props} />
  </Suspense>
);
