import { address } from '../address.ts';
import type { StripeRequest } from '../api.ts';
import { liveCustomer } from '../customers.ts';
import {
  isOver,
  type Configuration,
  type Portal,
  type StripePortalFlow,
  type SandboxSubscription,
} from '../entities.ts';
import { children, int, text, type Params } from '../params.ts';
import { missing, wrong } from '../refusal.ts';
import type { StripeStore } from '../store.ts';
import { showPortal } from '../views/show-portal.ts';

/** The secret in the address is the only credential. */
export function createPortal({ store, params, base }: StripeRequest): object {
  if (text(params, 'customer') === undefined) {
    throw wrong(
      'You must provide one of these parameters: customer, customer_account.',
      'customer',
      'parameter_missing',
    );
  }
  const customer = liveCustomer(store, text(params, 'customer') ?? '', 'customer');
  const configuration = configurationFor(store, params);
  const flow = flowOf(store, params, { customer: customer.id, configuration });
  const id = store.newId('bps');
  const secret = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const one = store.portals.add({
    id,
    created: store.now(),
    secret,
    url: `${base}/p/session/${secret}`,
    customer: customer.id,
    configuration: configuration.id,
    returnUrl: address(params, 'return_url') ?? configuration.returnUrl,
    locale: text(params, 'locale'),
    flow,
  });
  return showPortal(one);
}

function configurationFor(store: StripeStore, params: Params): Configuration {
  const named = text(params, 'configuration');
  const found =
    named === undefined ? store.configurations.all().find((one) => one.isDefault) : store.configurations.get(named);
  if (found?.active === true) return found;
  if (named !== undefined) throw missing('configuration', named, 'configuration');
  throw wrong(
    'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode.',
    'configuration',
  );
}

type Within = { customer: string; configuration: Configuration };

function flowOf(store: StripeStore, params: Params, within: Within): StripePortalFlow | undefined {
  const type = text(params, 'flow_data', 'type');
  if (type === undefined) return undefined;
  const after = afterOf(params);
  const { configuration } = within;
  if (type === 'payment_method_update') {
    enabled(configuration.cardUpdate, type);
    return { type, after };
  }
  if (type !== 'subscription_cancel' && type !== 'subscription_update' && type !== 'subscription_update_confirm') {
    throw wrong(`The flow ${type} is not imitated.`, 'flow_data[type]');
  }
  enabled(type === 'subscription_cancel' ? configuration.cancel.enabled : configuration.planUpdate.enabled, type);
  const subscription = subscriptionOf(store, params, type, within);
  if (type === 'subscription_cancel' && (subscription.cancelAtPeriodEnd || subscription.cancelAt !== undefined)) {
    throw wrong('The subscription is already set to be canceled.', 'flow_data[subscription_cancel][subscription]');
  }
  const item = type === 'subscription_update_confirm' ? itemOf(params, subscription, configuration) : undefined;
  return { type, subscription: subscription.id, item, after };
}

function enabled(is: boolean, type: string): void {
  if (is) return;
  throw wrong(`This feature is disabled in your portal configuration: ${type}.`, 'flow_data[type]');
}

function afterOf(params: Params): StripePortalFlow['after'] {
  const at = ['flow_data', 'after_completion'];
  const type = text(params, ...at, 'type');
  const message = text(params, ...at, 'hosted_confirmation', 'custom_message');
  if (type === 'hosted_confirmation') return { type, message };
  if (type !== 'redirect') return { type: 'portal_homepage' };
  const returnUrl = address(params, ...at, 'redirect', 'return_url');
  if (returnUrl !== undefined) return { type, returnUrl };
  const param = 'flow_data[after_completion][redirect][return_url]';
  throw wrong(`Missing required param: ${param}.`, param, 'parameter_missing');
}

function subscriptionOf(store: StripeStore, params: Params, type: string, { customer }: Within): SandboxSubscription {
  const param = `flow_data[${type}][subscription]`;
  const id = text(params, 'flow_data', type, 'subscription');
  if (id === undefined) throw wrong(`Missing required param: ${param}.`, param, 'parameter_missing');
  const found = store.subscriptions.get(id);
  if (!found || found.customer !== customer) throw missing('subscription', id, param);
  if (!isOver(found) && found.status !== 'incomplete') return found;
  throw wrong('The subscription is not in a state that can be changed in the portal.', param);
}

function itemOf(
  params: Params,
  subscription: SandboxSubscription,
  configuration: Configuration,
): StripePortalFlow['item'] {
  const at = 'flow_data[subscription_update_confirm][items]';
  const [wanted] = children(params, 'flow_data', 'subscription_update_confirm', 'items');
  const item = subscription.items.find((one) => one.id === (wanted && text(wanted, 'id')));
  if (!wanted || !item)
    throw wrong('The item does not belong to the subscription.', `${at}[0][id]`, 'resource_missing');
  const price = text(wanted, 'price') ?? item.price;
  const quantity = int(wanted, 'quantity');
  if (!pricesIn(configuration).includes(price)) {
    throw wrong('The price is not in the products of your portal configuration.', `${at}[0][price]`);
  }
  if (price === item.price && (quantity ?? item.quantity) === item.quantity) {
    throw wrong('There are no changes to confirm.', at);
  }
  return { id: item.id, price, quantity };
}

export function pricesIn({ planUpdate }: Configuration): string[] {
  return planUpdate.allowed.includes('price') ? planUpdate.products.flatMap((one) => one.prices) : [];
}

export function portalBySecret(store: StripeStore, secret: string): Portal | undefined {
  return store.portals.all().find((one) => one.secret === secret);
}
