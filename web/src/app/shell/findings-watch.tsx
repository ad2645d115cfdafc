import { Suspense } from 'react';
import { useLocation } from 'wouter';

import { findingsToShow } from '#web/features/findings/repair-page.ts';
import { useFindings } from '#web/features/findings/use-findings.ts';
import { useFollowFacts } from '#web/features/findings/use-follow-facts.ts';
import { useNamedWorkspace } from '#web/features/workspaces/use-named-workspace.ts';

import { withTexts } from '../with-texts.ts';

const { Page: FindingsBanner } = withTexts({
  texts: ['findings', 'skill'],
  load: async () => (await import('./findings-banner.tsx')).FindingsBanner,
});

/**
 * Polls findings while a user is signed in, shows their banner, and opens the workspace that an e-mail's link names.
 */
export function FindingsWatch() {
  const [path] = useLocation();
  useFollowFacts();
  useNamedWorkspace();
  const { data } = useFindings();
  return <Suspense>{data && findingsToShow(path, data.findings).length > 0 && <FindingsBanner />}</Suspense>;
}
