import { UserRoundPlus } from 'lucide-react';
import { lazy, Suspense } from 'react';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { ConnectLink } from '#web/features/skill/connect-link.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { cardClass } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';

import { useOpening } from './use-opening.ts';

const OtherAccountDialog = lazy(async () => ({
  default: (await import('./other-account-dialog.tsx')).OtherAccountDialog,
}));

type NoAccountProps = { workspaceId: number; known: AmazonAuth['knownAccount'] };

/**
 * Amazon links the account that is signed in there, so the button does not name one. To use another, the user signs out
 * first.
 */
export function NoAccount({ workspaceId, known }: NoAccountProps) {
  const { t } = useTranslation();
  const other = useOpening();
  const account = known && wordsFor(known);
  return (
    <section className={cardClass()}>
      <EmptyState
        action={
          <div className="flex flex-col gap-2 sm:flex-row">
            <ConnectLink label={t('skill.connect')} workspaceId={workspaceId} />
            {account && (
              <Button variant="secondary" onClick={other.start}>
                {t('amazonAuth.none.linkOther')}
              </Button>
            )}
          </div>
        }
        icon={<UserRoundPlus size={20} />}
        title={t('amazonAuth.none.title')}
      >
        {account ? (
          <>
            <span className="block wrap-anywhere text-text">
              {t(`amazonAuth.none.known.${known.source}`, { account })}
            </span>
            <span className="mt-2 block">{t('amazonAuth.none.text')}</span>
          </>
        ) : (
          t('amazonAuth.none.text')
        )}
      </EmptyState>
      <Suspense>
        {other.asked && <OtherAccountDialog onClose={other.close} open={other.open} workspaceId={workspaceId} />}
      </Suspense>
    </section>
  );
}

/** "Ana Souza (ana@example.com)", or whichever of the two is known. */
function wordsFor({ name, email }: NonNullable<AmazonAuth['knownAccount']>): string | undefined {
  return name && email ? `${name} (${email})` : (email ?? name);
}
