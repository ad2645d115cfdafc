import { UserRoundPlus } from 'lucide-react';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';

import { useTranslation } from '../../i18n/use-translation.ts';
import { cardClass } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkAccount } from './link-account.tsx';

type NoAccountProps = { workspaceId: number; known: AmazonAuth['knownAccount'] };

/**
 * A workspace without an Amazon account, and the way to link one. Where we know which one the person is likely to mean,
 * it is named first; Amazon asks to sign in afresh either way, so both ways lead there.
 */
export function NoAccount({ workspaceId, known }: NoAccountProps) {
  const { t } = useTranslation();
  const account = known && wordsFor(known);
  return (
    <section className={cardClass()}>
      <EmptyState
        action={
          <div className="flex flex-col gap-2 sm:flex-row">
            <LinkAccount
              label={account ? t('amazonAuth.none.linkKnown') : t('amazonAuth.none.link')}
              look="primary"
              workspaceId={workspaceId}
            />
            {account && (
              <LinkAccount label={t('amazonAuth.none.linkOther')} look="secondary" workspaceId={workspaceId} />
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
    </section>
  );
}

/** "Ana Souza (ana@example.com)", or the one of both that Amazon told. */
function wordsFor({ name, email }: NonNullable<AmazonAuth['knownAccount']>): string | undefined {
  return name && email ? `${name} (${email})` : (email ?? name);
}
