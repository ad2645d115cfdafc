import { field, redirect, type SandboxCall, type Reply } from '../../kit.ts';
import { dropCard, giveCard } from '../checkout/cards.ts';
import { sayingPage } from '../checkout/pages-style.ts';
import { catchUp } from '../clock.ts';
import { isOver, type Configuration, type Portal, type SandboxSubscription } from '../entities.ts';
import { change } from '../events/events.ts';
import { StripeRefusal } from '../refusal.ts';
import type { StripeStore } from '../store.ts';
import { endTrial } from '../subscriptions/lifecycle.ts';
import { changePlan } from '../subscriptions/plan-change.ts';
import { endSubscription, keepGoing, scheduleEnd } from '../subscriptions/subscribing.ts';
import { homeView } from './portal-home.ts';
import { cancelView, cardView, confirmView, planView, type View } from './portal-views.ts';
import { portalBySecret, pricesIn } from './portal.ts';

/** A session with a flow opens that flow. */
export function showPortalPage(store: StripeStore, call: SandboxCall): Reply {
  const view = viewOf(store, call);
  if ('status' in view) return view;
  const { flow } = view.session;
  const step = call.params['step'] ?? stepOf(flow?.type);
  if (step === 'card') return cardView(view);
  if (step === 'plan') return planView(view);
  if (step === 'confirm') {
    const price = call.query.get('price') ?? flow?.item?.price ?? '';
    return allowed(view, price) ? confirmView(view, price) : planView(view);
  }
  return step === 'cancel' ? cancelView(view) : homeView(view);
}

function stepOf(type: string | undefined): string {
  if (type === 'payment_method_update') return 'card';
  if (type === 'subscription_update') return 'plan';
  if (type === 'subscription_update_confirm') return 'confirm';
  return type === 'subscription_cancel' ? 'cancel' : 'home';
}

/** `POST /p/session/:secret/:step` */
export function usePortalPage(store: StripeStore, call: SandboxCall): Reply {
  const view = viewOf(store, call);
  if ('status' in view) return view;
  const step = call.params['step'] ?? '';
  if (step === 'card') return changeCard(view, field(call, 'card') ?? '');
  if (step === 'forget') return forgetCard(view, field(call, 'card') ?? '');
  if (!view.subscription) return homeView(view, 'There is no subscription to change.');
  const price = field(call, 'price') ?? '';
  if (step === 'plan') return redirect(`${view.session.url}/confirm?price=${encodeURIComponent(price)}`);
  return actOn(view, view.subscription, step, price);
}

function actOn(view: View, subscription: SandboxSubscription, step: string, price: string): Reply {
  if (step === 'confirm') {
    if (!allowed(view, price)) return planView(view, 'This plan is not available.');
    switchPlan(view, subscription, price);
  } else if (step === 'cancel' && view.configuration.cancel.enabled) cancel(view, subscription);
  else if (step === 'resume') keepGoing(view.store, subscription);
  else return homeView(view);
  return donePage(view);
}

function viewOf(store: StripeStore, call: SandboxCall): View | Reply {
  catchUp(store);
  const session = portalBySecret(store, call.params['secret'] ?? '');
  const customer = store.customers.get(session?.customer);
  if (!session || !customer || customer.deleted) {
    return sayingPage('This link is no longer valid', 'Go back to the app and open the page again.', undefined, 404);
  }
  const configuration = store.configurations.need(session.configuration);
  return { store, session, customer, configuration, subscription: subscriptionOf(store, session) };
}

/** Returns the flow's subscription, or else the newest live one. */
function subscriptionOf(store: StripeStore, { customer, flow }: Portal): SandboxSubscription | undefined {
  const named = store.subscriptions.get(flow?.subscription);
  return (
    named ??
    store.subscriptions
      .all()
      .findLast((one) => one.customer === customer && !isOver(one) && one.status !== 'incomplete')
  );
}

function allowed({ configuration, subscription }: View, price: string): boolean {
  const offered = configuration.planUpdate.enabled && pricesIn(configuration).includes(price);
  return offered && subscription !== undefined && subscription.items[0]?.price !== price;
}

function changeCard(view: View, name: string): Reply {
  const { store, customer, configuration } = view;
  if (!configuration.cardUpdate) return homeView(view, 'Cards cannot be changed here.');
  try {
    const card = giveCard(store, name, customer.id);
    // Changes the customer's default card. A subscription with a separate card keeps charging that one.
    change(store, 'customer.updated', customer.id, () => void (customer.defaultCard = card.id));
  } catch (cause) {
    if (cause instanceof StripeRefusal) return cardView(view, cause.message);
    throw cause;
  }
  return donePage(view);
}

function forgetCard({ store, customer, session }: View, id: string): Reply {
  const card = store.cards.get(id);
  if (card?.customer === customer.id) dropCard(store, card);
  return redirect(session.url);
}

function switchPlan({ store, configuration }: View, subscription: SandboxSubscription, price: string): void {
  const item = subscription.items[0]?.id ?? '';
  changePlan(store, subscription, { item, price, prorations: configuration.planUpdate.prorations });
  if (configuration.planUpdate.trial === 'end_trial' && subscription.status === 'trialing') {
    subscription.trialEnd = store.now();
    subscription.periodEnd = store.now();
    endTrial(store, subscription);
  }
}

function cancel(
  { store, configuration }: { store: StripeStore; configuration: Configuration },
  one: SandboxSubscription,
): void {
  if (configuration.cancel.mode === 'immediately') endSubscription(store, one, 'cancellation_requested');
  else scheduleEnd(store, one, { at: one.periodEnd, flag: one.billingMode === 'classic' });
}

function donePage(view: View): Reply {
  const { session } = view;
  const after = session.flow?.after;
  if (after?.type === 'redirect' && after.returnUrl !== undefined) return redirect(after.returnUrl);
  if (after?.type === 'hosted_confirmation') {
    const link = session.returnUrl === undefined ? undefined : { to: session.returnUrl, label: 'Return' };
    return sayingPage('All done', after.message ?? 'Your changes are saved.', link);
  }
  return redirect(`${session.url}/home`);
}
