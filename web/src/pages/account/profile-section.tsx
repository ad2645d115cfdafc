import { useUser } from '#web/api/use-session.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Card } from '#web/ui/card.tsx';
import { DescriptionList } from '#web/ui/description-list.tsx';

export function ProfileSection() {
  const { t } = useTranslation();
  const user = useUser();
  if (!user) return null;
  const noEmail = <span className="text-muted">{t('account.profile.noEmail')}</span>;
  const signedInWith = t(user.signedInWith === 'amazon' ? 'account.profile.amazon' : 'account.profile.google');
  return (
    <Card title={t('account.profile.heading')}>
      <DescriptionList
        items={[
          { term: t('account.profile.name'), value: user.name },
          { term: t('account.profile.email'), value: user.email ?? noEmail },
          { term: t('account.profile.signedInWith'), value: signedInWith },
        ]}
      />
      <p className="mt-4 text-xs text-subtle">{t('account.profile.hint')}</p>
    </Card>
  );
}
