import { CreditCard, ExternalLink, Repeat } from 'lucide-react';

import type { Subscription } from '#shared/contracts/billing.ts';
import { usePortalPage } from '#web/features/billing/use-billing-page.ts';
import { isEnding } from '#web/features/trial/trial-state.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { DescriptionList } from '#web/ui/description-list.tsx';

import { PageFailure, PortalButton } from '../portal-button.tsx';
import { usePlanFacts } from './use-plan-facts.ts';

const tones = {
  active: 'success',
  trialing: 'accent',
  past_due: 'danger',
  ending: 'warning',
} as const satisfies Record<string, Tone>;

export function PlanCard({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const facts = usePlanFacts(subscription);
  const state = shownState(subscription);
  return (
    <Card
      actions={
        <Badge dot tone={tones[state]}>
          {t(`subscription.status.${state}`)}
        </Badge>
      }
      title={t('subscription.details.heading')}
    >
      <DescriptionList items={facts} />
      <Ways subscription={subscription} />
    </Card>
  );
}

function Ways({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const { workspaceId, hasPaymentMethodAttached: hasCard } = subscription;
  const home = usePortalPage(workspaceId, 'home');
  const plan = usePortalPage(workspaceId, 'plan');
  const paymentMethod = usePortalPage(workspaceId, 'paymentMethod');
  const error = home.error ?? plan.error ?? paymentMethod.error;
  return (
    <div className="mt-5 grid gap-3 border-t border-border pt-4">
      <div className="flex flex-wrap gap-2">
        <PortalButton icon={<ExternalLink aria-hidden size={16} />} variant="primary" portal={home}>
          {t('subscription.actions.portal')}
        </PortalButton>
        <PortalButton icon={<Repeat aria-hidden size={16} />} portal={plan}>
          {t('subscription.actions.plan')}
        </PortalButton>
        {(hasCard || shownState(subscription) !== 'ending') && (
          <PortalButton icon={<CreditCard aria-hidden size={16} />} portal={paymentMethod}>
            {hasCard ? t('subscription.actions.updatePayment') : t('subscription.actions.addPayment')}
          </PortalButton>
        )}
      </div>
      <PageFailure error={error} />
      <p className="text-xs text-subtle text-pretty">{t('subscription.actions.portalHint')}</p>
    </div>
  );
}

function shownState(subscription: Subscription): keyof typeof tones {
  if (subscription.status === 'past_due') return 'past_due';
  if (isEnding(subscription)) return 'ending';
  return subscription.status === 'trialing' ? 'trialing' : 'active';
}
