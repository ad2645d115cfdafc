import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { billingContract } from '#shared/contracts/billing.ts';
import type { PaidPlan } from '#shared/rules/billing/plans.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** Leaves the app. A method, so that tests can replace it: they cannot replace `window.location`. */
export const browser = { leaveFor: (address: string): void => window.location.assign(address) };

const portalPages = {
  home: billingContract.createPortalSession,
  plan: billingContract.createPlanUpdateSession,
  paymentMethod: billingContract.createPaymentMethodUpdateSession,
} as const;

export type PortalPage = keyof typeof portalPages;

/** Opens the billing portal in the current language. The caller shows failures. */
export function usePortalPage(workspaceId: number, page: PortalPage) {
  const locale = useLocale();
  const { mutate, isPending, error } = useMutation({
    ...mutationFor(portalPages[page], { allow: 'all' }),
    onSuccess: ({ url }) => browser.leaveFor(url),
  });
  const open = () => mutate({ workspaceId, params: { workspaceId: String(workspaceId) }, body: { locale } });
  return { open, busy: isPending, error };
}

/** Opens the checkout. Stays busy until the browser leaves, and is ready again when the user returns. */
export function useCheckout(workspaceId: number, onFailure: (error: Error) => void) {
  const locale = useLocale();
  const [leaving, setLeaving] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    ...mutationFor(billingContract.createCheckoutSession, { allow: 'all' }),
    onSuccess: (page) => {
      setLeaving(true);
      browser.leaveFor(page.url);
    },
    onError: onFailure,
  });

  useEffect(() => {
    const arrive = () => setLeaving(false);
    window.addEventListener('pageshow', arrive);
    return () => window.removeEventListener('pageshow', arrive);
  }, []);

  const open = (priceId: string) =>
    mutate({
      workspaceId,
      params: { workspaceId: String(workspaceId) },
      body: { priceId, planType: planOfPrice(priceId), locale },
    });
  return { open, busy: isPending || leaving, error, reset };
}

/** The checkout request needs a plan for its price; the server derives the plan from the price alone. */
export const planOfPrice = (priceId: string): PaidPlan => (priceId.includes('monthly') ? 'pro_monthly' : 'pro_annual');

const useLocale = () => asLanguage(useTranslation().i18n.language);
