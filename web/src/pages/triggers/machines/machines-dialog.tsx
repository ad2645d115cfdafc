import { useQuery } from '@tanstack/react-query';

import {
  type FindingsCall,
  findingsCall,
  findingsKinds,
  findingsSnippets,
} from '#shared/rules/snippets/findings-snippets.ts';
import { maskedSecret } from '#shared/rules/snippets/webhook-call.ts';
import { loadConfig } from '#web/api/load-config.ts';
import { NotLoaded } from '#web/features/not-loaded.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { CodeBlock } from '#web/ui/code-block.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { LimitedMarkdown } from '#web/ui/documents/limited-markdown.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Tabs } from '#web/ui/overlays/tabs.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';

import type { TriggersPageState } from '../use-triggers-page.ts';

type MachinesDialogProps = {
  open: boolean;
  onClose: () => void;
  page: Pick<TriggersPageState, 'current' | 'onCopyRefused'>;
};

/** Hides the secret on screen, but copies it. */
export function MachinesDialog({ open, onClose, page }: MachinesDialogProps) {
  const { t } = useTranslation();
  const workspace = page.current.data;
  const makeCall = async () => {
    if (!workspace) throw new Error('findings without a workspace');
    return findingsCall((await loadConfig()).webhookUrl, workspace.id, workspace.workspaceToken);
  };
  const call = useQuery({
    queryKey: ['app', 'findings-address'],
    queryFn: makeCall,
    gcTime: 0,
    staleTime: 0,
    meta: { quiet: true },
  });
  return (
    <Dialog description={t('snippets.secret')} onClose={onClose} open={open} steady title={t('machines.title')} wide>
      <Tabs
        first="homeAssistant"
        keys={findingsKinds}
        label={(kind) => t(`machines.kinds.${kind}`)}
        name={t('machines.heading')}
      >
        {(kind) => (
          <NotLoaded of={[call]} title={t('machines.notLoaded')}>
            <div className="grid gap-4">
              <p className="text-muted text-pretty wrap-anywhere">
                <LimitedMarkdown text={t(`machines.hints.${kind}`)} />
              </p>
              {call.data === undefined ? (
                <Skeleton className="h-32 w-full" />
              ) : (
                findingsSnippets[kind].map(({ name, text }) => (
                  <CodeBlock
                    action={
                      <CopyButton
                        label={t('snippets.copy')}
                        name={t('snippets.copyPart', { part: name })}
                        onRefused={(refused) => page.onCopyRefused({ what: 'snippet', text: refused })}
                        text={async () => text(await makeCall())}
                      />
                    }
                    key={name}
                    name={name}
                    text={hidden(text(call.data), call.data)}
                  />
                ))
              )}
            </div>
          </NotLoaded>
        )}
      </Tabs>
    </Dialog>
  );
}

const hidden = (text: string, { token }: FindingsCall): string =>
  text.replaceAll(encodeURIComponent(token), maskedSecret).replaceAll(token, maskedSecret);
