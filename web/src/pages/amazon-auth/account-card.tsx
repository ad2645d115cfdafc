import { Unlink } from 'lucide-react';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { RelativeTime } from '#web/ui/time/relative-time.tsx';

type AccountCardProps = { account: AmazonAuth; onUnlink: () => void };

export function AccountCard({ account, onUnlink }: AccountCardProps) {
  const { t } = useTranslation();
  const missing = <span className="text-subtle">{t('amazonAuth.account.missing')}</span>;
  return (
    <Card title={t('amazonAuth.account.heading')}>
      <DescriptionList
        items={[
          { term: t('amazonAuth.account.name'), value: account.name ?? missing },
          { term: t('amazonAuth.account.email'), value: account.email ?? missing },
          { term: t('amazonAuth.account.linkedAt'), value: <RelativeTime at={account.createdAt} /> },
          { term: t('amazonAuth.account.expires'), value: <Expiry at={account.expiresDate} /> },
          { term: t('amazonAuth.account.updatedAt'), value: <RelativeTime at={account.updatedAt} /> },
        ]}
      />
      <div className="mt-5 flex justify-end border-t border-border pt-4">
        <Button icon={<Unlink aria-hidden size={16} />} variant="secondary" onClick={onUnlink} size="small">
          {t('amazonAuth.account.unlink')}
        </Button>
      </div>
    </Card>
  );
}

/** The token is renewed automatically, as the hint says. */
function Expiry({ at }: { at: string | null }) {
  const { t } = useTranslation();
  return (
    <>
      <RelativeTime at={at} never={t('amazonAuth.skillNotActivated')} />
      {at && <p className="mt-0.5 text-xs text-subtle">{t('amazonAuth.account.expiresHint')}</p>}
    </>
  );
}
