import type { SandboxRoute } from '../kit.ts';
import { api, type StripeOperation } from './api.ts';
import * as catalog from './catalog.ts';
import * as cards from './checkout/cards.ts';
import { showCheckoutPage, useCheckoutPage } from './checkout/checkout-page.ts';
import * as checkout from './checkout/checkout.ts';
import * as controls from './controls.ts';
import * as customers from './customers.ts';
import { listDeliveries, orderDeliveries } from './events/deliveries.ts';
import * as webhooks from './events/webhooks.ts';
import * as configurations from './portal/portal-configurations.ts';
import { showPortalPage, usePortalPage } from './portal/portal-page.ts';
import { createPortal } from './portal/portal.ts';
import * as invoices from './subscriptions/invoices.ts';
import * as subscriptions from './subscriptions/subscriptions.ts';
import * as clocks from './subscriptions/test-clocks.ts';
import { updateSubscription } from './subscriptions/update-subscription.ts';
import { unknownRoutes } from './unknown.ts';

const operations: readonly [SandboxRoute['method'], string, StripeOperation][] = [
  ['POST', '/customers', customers.createCustomer],
  ['GET', '/customers', customers.listCustomers],
  ['GET', '/customers/:id', customers.retrieveCustomer],
  ['POST', '/customers/:id', customers.updateCustomer],
  ['DELETE', '/customers/:id', customers.deleteCustomer],
  ['GET', '/customers/:id/payment_methods', cards.listCards],
  ['GET', '/payment_methods', cards.listCards],
  ['GET', '/payment_methods/:id', cards.retrieveCard],
  ['POST', '/payment_methods/:id/attach', cards.attachCard],
  ['POST', '/payment_methods/:id/detach', cards.detachCard],
  ['POST', '/products', catalog.createProduct],
  ['GET', '/products', catalog.listProducts],
  ['GET', '/products/:id', catalog.retrieveProduct],
  ['POST', '/products/:id', catalog.updateProduct],
  ['POST', '/prices', catalog.createPrice],
  ['GET', '/prices', catalog.listPrices],
  ['GET', '/prices/:id', catalog.retrievePrice],
  ['POST', '/coupons', catalog.createCoupon],
  ['GET', '/coupons/:id', catalog.retrieveCoupon],
  ['POST', '/checkout/sessions', checkout.createCheckout],
  ['GET', '/checkout/sessions', checkout.listCheckouts],
  ['GET', '/checkout/sessions/:id', checkout.retrieveCheckout],
  ['POST', '/checkout/sessions/:id/expire', checkout.expireCheckoutNow],
  ['GET', '/checkout/sessions/:id/line_items', checkout.listCheckoutLines],
  ['POST', '/billing_portal/sessions', createPortal],
  ['POST', '/billing_portal/configurations', configurations.createConfiguration],
  ['GET', '/billing_portal/configurations', configurations.listConfigurations],
  ['GET', '/billing_portal/configurations/:id', configurations.retrieveConfiguration],
  ['POST', '/billing_portal/configurations/:id', configurations.updateConfiguration],
  ['POST', '/subscriptions', subscriptions.createSubscription],
  ['GET', '/subscriptions', subscriptions.listSubscriptions],
  ['GET', '/subscriptions/:id', subscriptions.retrieveSubscription],
  ['POST', '/subscriptions/:id', updateSubscription],
  ['DELETE', '/subscriptions/:id', subscriptions.cancelSubscription],
  ['POST', '/subscriptions/:id/resume', subscriptions.resumeSubscription],
  ['POST', '/invoices/create_preview', invoices.previewInvoice],
  ['GET', '/invoices', invoices.listInvoices],
  ['GET', '/invoices/:id', invoices.retrieveInvoice],
  ['POST', '/invoices/:id/pay', invoices.payInvoice],
  ['POST', '/invoices/:id/void', invoices.voidInvoiceNow],
  ['POST', '/webhook_endpoints', webhooks.createEndpoint],
  ['GET', '/webhook_endpoints', webhooks.listEndpoints],
  ['POST', '/webhook_endpoints/:id', webhooks.updateEndpoint],
  ['DELETE', '/webhook_endpoints/:id', webhooks.deleteEndpoint],
  ['GET', '/events', webhooks.listEvents],
  ['GET', '/events/:id', webhooks.retrieveEvent],
  ['POST', '/test_helpers/test_clocks', clocks.createTestClock],
  ['GET', '/test_helpers/test_clocks/:id', clocks.retrieveTestClock],
  ['DELETE', '/test_helpers/test_clocks/:id', clocks.deleteTestClock],
  ['POST', '/test_helpers/test_clocks/:id/advance', clocks.advanceTestClock],
];

export function stripeRoutes(deps: controls.StripeControls): readonly SandboxRoute[] {
  const { store } = deps;
  return [
    ...operations.map(([method, path, run]) => api(store, method, `/v1${path}`, run)),
    ...unknownRoutes(store),
    { method: 'GET', path: '/c/pay/:session', kind: 'page', handle: (call) => showCheckoutPage(store, call) },
    { method: 'POST', path: '/c/pay/:session', kind: 'page', handle: (call) => useCheckoutPage(store, call) },
    { method: 'GET', path: '/p/session/:secret', kind: 'page', handle: (call) => showPortalPage(store, call) },
    { method: 'GET', path: '/p/session/:secret/:step', kind: 'page', handle: (call) => showPortalPage(store, call) },
    { method: 'POST', path: '/p/session/:secret/:step', kind: 'page', handle: (call) => usePortalPage(store, call) },
    { method: 'POST', path: '/_advance', kind: 'own', handle: (call) => controls.advance(deps, call) },
    { method: 'GET', path: '/_deliveries', kind: 'own', handle: () => listDeliveries(deps) },
    { method: 'POST', path: '/_deliveries', kind: 'own', handle: (call) => orderDeliveries(deps, call) },
    { method: 'POST', path: '/_truth', kind: 'own', handle: (call) => controls.truth(deps, call) },
    { method: 'POST', path: '/_settings', kind: 'own', handle: (call) => controls.settings(deps, call) },
    { method: 'POST', path: '/_cards', kind: 'own', handle: (call) => controls.cards(deps, call) },
    { method: 'POST', path: '/_promotion_codes', kind: 'own', handle: (call) => controls.promotionCode(deps, call) },
    { method: 'POST', path: '/_endpoints', kind: 'own', handle: (call) => controls.endpoint(deps, call) },
  ];
}
