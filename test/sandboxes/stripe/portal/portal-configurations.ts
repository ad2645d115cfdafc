import { address } from '../address.ts';
import type { StripeRequest } from '../api.ts';
import type { Configuration } from '../entities.ts';
import { change, emit } from '../events/events.ts';
import { children, flag, has, text, texts, type Params } from '../params.ts';
import { missing, wrong } from '../refusal.ts';
import type { StripeStore } from '../store.ts';
import { pageOf } from '../views/list.ts';
import { mergedMetadata } from '../views/metadata.ts';
import { showConfiguration } from '../views/show-portal.ts';

export function createConfiguration({ store, params }: StripeRequest): object {
  if (!has(params, 'features')) throw wrong('Missing required param: features.', 'features', 'parameter_missing');
  const one = {
    id: store.newId('bpc'),
    created: store.now(),
    updated: store.now(),
    active: true,
    // Stripe's default is set in the dashboard; here it is the first configuration.
    isDefault: store.configurations.all().length === 0,
    metadata: mergedMetadata(params),
    ...nothingEnabled,
  };
  apply(store, params, one);
  store.configurations.add(one);
  emit(store, 'billing_portal.configuration.created', one.id);
  return showConfiguration(one);
}

const nothingEnabled: Pick<
  Configuration,
  'customerUpdate' | 'invoiceHistory' | 'cardUpdate' | 'cancel' | 'planUpdate' | 'pause'
> = {
  customerUpdate: { enabled: false, allowed: [] },
  invoiceHistory: false,
  cardUpdate: false,
  cancel: { enabled: false, mode: 'at_period_end', prorations: 'none', reasons: [], asksReason: false },
  planUpdate: { enabled: false, allowed: [], products: [], prorations: 'none', trial: 'end_trial' },
  pause: false,
};

function findConfiguration(store: StripeStore, id: string): Configuration {
  const one = store.configurations.get(id);
  if (!one) throw missing('configuration', id);
  return one;
}

export function updateConfiguration({ store, params, id }: StripeRequest): object {
  const one = findConfiguration(store, id);
  const changed = { ...one, metadata: mergedMetadata(params, one.metadata) };
  apply(store, params, changed);
  change(store, 'billing_portal.configuration.updated', id, () => {
    store.configurations.add({ ...changed, updated: store.now() });
  });
  return showConfiguration(findConfiguration(store, id));
}

export function retrieveConfiguration({ store, id }: StripeRequest): object {
  return showConfiguration(findConfiguration(store, id));
}

export function listConfigurations({ store, params }: StripeRequest): object {
  const active = flag(params, 'active');
  const isDefault = flag(params, 'is_default');
  const rows = store.configurations
    .all()
    .filter((one) => (active ?? one.active) === one.active && (isDefault ?? one.isDefault) === one.isDefault);
  return pageOf(rows, params, '/v1/billing_portal/configurations', showConfiguration);
}

function apply(store: StripeStore, params: Params, one: Configuration): void {
  const profile = 'business_profile';
  one.active = flag(params, 'active') ?? one.active;
  if (has(params, 'name')) one.name = text(params, 'name');
  if (has(params, profile, 'headline')) one.headline = text(params, profile, 'headline');
  one.privacyUrl = address(params, profile, 'privacy_policy_url') ?? one.privacyUrl;
  one.termsUrl = address(params, profile, 'terms_of_service_url') ?? one.termsUrl;
  if (has(params, 'default_return_url')) one.returnUrl = address(params, 'default_return_url');
  const on = (name: string, before: boolean) => flag(params, 'features', name, 'enabled') ?? before;
  one.invoiceHistory = on('invoice_history', one.invoiceHistory);
  one.cardUpdate = on('payment_method_update', one.cardUpdate);
  one.pause = on('subscription_pause', one.pause);
  const allowed = texts(params, 'features', 'customer_update', 'allowed_updates');
  one.customerUpdate = {
    enabled: on('customer_update', one.customerUpdate.enabled),
    allowed: allowed.length > 0 ? allowed : one.customerUpdate.allowed,
  };
  one.cancel = cancelFeature(params, one.cancel, on('subscription_cancel', one.cancel.enabled));
  one.planUpdate = planFeature(store, params, one.planUpdate, on('subscription_update', one.planUpdate.enabled));
}

function cancelFeature(params: Params, before: Configuration['cancel'], enabled: boolean): Configuration['cancel'] {
  const at = ['features', 'subscription_cancel'];
  const mode = text(params, ...at, 'mode');
  const reasons = texts(params, ...at, 'cancellation_reason', 'options');
  return {
    enabled,
    mode: mode === 'immediately' || mode === 'at_period_end' ? mode : before.mode,
    prorations: text(params, ...at, 'proration_behavior') ?? before.prorations,
    asksReason: flag(params, ...at, 'cancellation_reason', 'enabled') ?? before.asksReason,
    reasons: reasons.length > 0 ? reasons : before.reasons,
  };
}

function planFeature(
  store: StripeStore,
  params: Params,
  before: Configuration['planUpdate'],
  enabled: boolean,
): Configuration['planUpdate'] {
  const at = ['features', 'subscription_update'];
  const trial = text(params, ...at, 'trial_update_behavior');
  const allowed = texts(params, ...at, 'default_allowed_updates');
  const products = children(params, ...at, 'products').map((wanted, i) => {
    const param = `features[subscription_update][products][${i}]`;
    const product = text(wanted, 'product') ?? '';
    if (!store.products.get(product)) throw missing('product', product, `${param}[product]`);
    const prices = texts(wanted, 'prices');
    const foreign = prices.find((id) => store.prices.get(id)?.product !== product);
    if (foreign !== undefined) throw wrong(`The price ${foreign} does not belong to the product.`, `${param}[prices]`);
    return { product, prices };
  });
  const after = {
    enabled,
    allowed: allowed.length > 0 ? allowed : before.allowed,
    products: products.length > 0 ? products : before.products,
    prorations: text(params, ...at, 'proration_behavior') ?? before.prorations,
    trial: trial === 'continue_trial' || trial === 'end_trial' ? trial : before.trial,
  };
  if (enabled && (after.allowed.length === 0 || after.products.length === 0)) {
    throw wrong('An enabled subscription_update needs default_allowed_updates and products.', at.join('.'));
  }
  return after;
}
