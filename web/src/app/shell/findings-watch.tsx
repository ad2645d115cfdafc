import { Suspense } from 'react';
import { useLocation } from 'wouter';

import { toTellOn } from '#web/features/findings/mend-page.ts';
import { useFindings } from '#web/features/findings/use-findings.ts';
import { useFollowFacts } from '#web/features/findings/use-follow-facts.ts';
import { useNamedWorkspace } from '#web/features/workspaces/use-named-workspace.ts';

import { withTexts } from '../with-texts.ts';

const { Page: FindingsBanner } = withTexts({
  texts: ['findings', 'skill'],
  load: async () => (await import('./findings-banner.tsx')).FindingsBanner,
});

/** Looks for what is broken as long as somebody is signed in, and opens the workspace that a mail about it names. */
export function FindingsWatch() {
  const [path] = useLocation();
  useFollowFacts();
  useNamedWorkspace();
  const { data } = useFindings();
  return <Suspense>{data && toTellOn(path, data.findings).length > 0 && <FindingsBanner />}</Suspense>;
}
