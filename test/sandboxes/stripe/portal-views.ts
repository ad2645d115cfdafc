import { html, type Html } from '../kit-html.ts';
import type { Reply } from '../kit.ts';
import type { Card, Configuration, Customer, Portal, Subscription } from './entities.ts';
import { cardPicker, day, money, per, twoPanes } from './pages-style.ts';
import { pricesIn } from './portal.ts';
import { sumsOf } from './show-invoice.ts';
import type { StripeStore } from './store.ts';
import { endsAt } from './subscribing.ts';

/** Everything a portal page is about. */
export type View = {
  store: StripeStore;
  session: Portal;
  customer: Customer;
  configuration: Configuration;
  subscription: Subscription | undefined;
};

function dressed(view: View, title: string, main: Html, wrong?: string): Reply {
  const { returnUrl } = view.session;
  const { headline, privacyUrl, termsUrl } = view.configuration;
  const legal = [
    privacyUrl && html`<a href="${privacyUrl}">Privacy</a>`,
    termsUrl && html` <a href="${termsUrl}">Terms</a>`,
  ];
  const side = html` ${returnUrl === undefined ? undefined : html`<a class="back" href="${returnUrl}">← Return to the app</a>`}
    <h1>${headline ?? 'Manage your billing'}</h1>
    <p class="soft small">${view.customer.name} ${view.customer.email}</p>
    <p class="small">${legal.map((one) => (one === '' ? undefined : one))}</p>`;
  const alert = wrong === undefined ? undefined : html`<p class="oops" role="alert">${wrong}</p>`;
  return twoPanes(title, side, html`${alert}${main}`, { portal: true, status: wrong === undefined ? 200 : 402 });
}

function home({ session }: View): string {
  return session.flow === undefined ? `${session.url}/home` : (session.returnUrl ?? `${session.url}/home`);
}

const goBack = (view: View): Html => html`<p><a class="button wide" href="${home(view)}">Go back</a></p>`;

/** The plain portal: plan, cards, invoices. */
export function homeView(view: View, wrong?: string): Reply {
  const main = html` <section class="part">
      <h2>Current plan</h2>
      ${planPart(view)}
    </section>
    ${
      view.configuration.cardUpdate
        ? html`<section class="part">
            <h2>Payment methods</h2>
            ${cardPart(view)}
          </section>`
        : undefined
    }
    ${
      view.configuration.invoiceHistory
        ? html`<section class="part">
            <h2>Invoice history</h2>
            ${invoicePart(view)}
          </section>`
        : undefined
    }`;
  return dressed(view, 'Billing', main, wrong);
}

function planPart(view: View): Html {
  const { store, subscription, session, configuration } = view;
  if (!subscription) return html`<p class="soft">No active subscription.</p>`;
  const price = store.prices.need(subscription.items[0]?.price ?? '');
  const end = endsAt(subscription);
  const link = (step: string, label: string, look = '') =>
    html`<a class="button ${look}" href="${session.url}/${step}">${label}</a>`;
  const resume = html`<form method="post" action="${session.url}/resume">
    <button class="go">Don't cancel plan</button>
  </form>`;
  return html`<div class="row">
    <div>
      <b>${store.products.need(price.product).name}</b> ${statusTag(subscription)}
      <p class="price">
        ${money(price.amount, price.currency)} <span class="soft small">${per(price.recurring)}</span>
      </p>
      <p class="soft">${whatNext(view, subscription)}</p>
    </div>
    <div class="acts">
      ${configuration.planUpdate.enabled && end === undefined ? link('plan', 'Update plan') : undefined}
      ${configuration.cancel.enabled && end === undefined ? link('cancel', 'Cancel plan') : undefined}
      ${end === undefined ? undefined : resume}
    </div>
  </div>`;
}

function statusTag(subscription: Subscription): Html {
  if (endsAt(subscription) !== undefined)
    return html`<span class="tag warned">Ends ${day(endsAt(subscription) ?? 0)}</span>`;
  const looks: Record<string, [string, string]> = {
    trialing: ['good', 'Trial'],
    active: ['good', 'Active'],
    past_due: ['bad', 'Past due'],
    unpaid: ['bad', 'Unpaid'],
    paused: ['warned', 'Paused'],
  };
  const [look, label] = looks[subscription.status] ?? ['', subscription.status];
  return html`<span class="tag ${look}">${label}</span>`;
}

function whatNext({ store }: View, subscription: Subscription): string {
  const end = endsAt(subscription);
  if (end !== undefined) return `Your subscription will be canceled on ${day(end)}.`;
  if (subscription.status === 'past_due' || subscription.status === 'unpaid') return 'Your last payment failed.';
  if (subscription.status === 'trialing') return `Your trial ends on ${day(subscription.periodEnd)}.`;
  const paid =
    store.cards.get(subscription.card) ?? store.cards.get(store.customers.get(subscription.customer)?.defaultCard);
  const by = paid ? ` with ${named(paid)}` : '';
  return `Your plan renews on ${day(subscription.periodEnd)}${by}.`;
}

const named = (card: Card): string => `${card.brand === 'visa' ? 'Visa' : 'Mastercard'} •••• ${card.last4}`;

function cardPart({ store, customer, subscription, session }: View): Html {
  const rows = store.cards
    .all()
    .filter((one) => one.customer === customer.id)
    .map((card) => {
      const isDefault = card.id === customer.defaultCard;
      const charged = card.id === subscription?.card;
      return html`<li>
        <span class="brand">${card.brand === 'visa' ? 'VISA' : 'MC'}</span><span>${named(card)}</span>
        ${isDefault ? html`<span class="tag">Default</span>` : undefined}
        ${charged ? html`<span class="tag">Pays the plan</span>` : undefined}
        <form method="post" action="${session.url}/forget">
          <button name="card" value="${card.id}" aria-label="Delete ${named(card)}">Delete</button>
        </form>
      </li>`;
    });
  return html`<ul class="cards">
      ${rows}
    </ul>
    <p><a class="button" href="${session.url}/card">Add payment method</a></p>`;
}

function invoicePart({ store, customer }: View): Html {
  const rows = store.invoices
    .all()
    .filter((one) => one.customer === customer.id && one.status !== 'draft')
    .toReversed()
    .slice(0, 12);
  if (rows.length === 0) return html`<p class="soft">No invoices yet.</p>`;
  const looks: Record<string, string> = { paid: 'good', open: 'bad' };
  return html`<table>
    ${rows.map(
      (one) =>
        html`<tr>
          <td>${day(one.created)}</td>
          <td>${money(sumsOf(one).total, one.currency)}</td>
          <td><span class="tag ${looks[one.status] ?? ''}">${one.status}</span></td>
        </tr>`,
    )}
  </table>`;
}

/** A new card, which becomes the customer's default. */
export function cardView(view: View, wrong?: string): Reply {
  const main = html`<h1>Add payment method</h1>
    <p class="soft">It becomes the default for your subscriptions.</p>
    <form method="post" action="${view.session.url}/card">
      ${cardPicker()}
      <button class="go">Add</button>
    </form>
    ${goBack(view)}`;
  return dressed(view, 'Add payment method', main, wrong);
}

/** Which plan instead. */
export function planView(view: View, wrong?: string): Reply {
  const { store, configuration, subscription, session } = view;
  const current = subscription?.items[0]?.price;
  const offered = configuration.planUpdate.enabled ? pricesIn(configuration) : [];
  const rows = offered.map((id) => {
    const price = store.prices.need(id);
    const isCurrent = id === current;
    return html`<label class="pick">
      <input type="radio" name="price" value="${id}" required ${isCurrent ? html`disabled` : undefined} />
      <span
        ><b>${store.products.need(price.product).name}</b
        ><span class="soft small">Billed ${per(price.recurring)}${isCurrent ? ', your current plan' : ''}</span></span
      >
      <i>${money(price.amount, price.currency)}</i></label
    >`;
  });
  const main = html`<h1>Update your plan</h1>
    <form method="post" action="${session.url}/plan">
      <fieldset>
        <legend>Select a new plan</legend>
        <div class="box">${rows}</div>
      </fieldset>
      <button class="go">Continue</button>
    </form>
    ${goBack(view)}`;
  return dressed(view, 'Update plan', main, wrong);
}

/** What the change means, and the last button. */
export function confirmView(view: View, priceId: string): Reply {
  const { store, subscription, session } = view;
  const price = store.prices.need(priceId);
  const before = store.prices.get(subscription?.items[0]?.price);
  const onTrial = subscription?.status === 'trialing' && view.configuration.planUpdate.trial === 'continue_trial';
  const difference = Math.max(0, price.amount - (before?.amount ?? 0));
  const today = onTrial || view.configuration.planUpdate.prorations === 'none' ? 0 : difference;
  const main = html`<h1>Confirm your updates</h1>
    <dl class="sums">
      <div>
        <dt>${store.products.need(price.product).name}<small>Billed ${per(price.recurring)}</small></dt>
        <dd>${money(price.amount, price.currency)}</dd>
      </div>
      <div class="total">
        <dt>Amount due today</dt>
        <dd>${money(today, price.currency)}</dd>
      </div>
    </dl>
    ${onTrial ? html`<p class="soft">Your trial goes on until ${day(subscription.periodEnd)}.</p>` : undefined}
    <form method="post" action="${session.url}/confirm" style="margin-top:20px">
      <input type="hidden" name="price" value="${priceId}" />
      <button class="go">Confirm</button>
    </form>
    ${goBack(view)}`;
  return dressed(view, 'Confirm your updates', main);
}

/** Until when it goes on, and the last button. */
export function cancelView(view: View): Reply {
  const { subscription, session, configuration } = view;
  const at = configuration.cancel.mode === 'immediately' || !subscription ? 'now' : `on ${day(subscription.periodEnd)}`;
  const main = html`<h1>Cancel your plan</h1>
    <p class="warn">Your plan will be canceled ${at}. Until then you keep everything it includes.</p>
    <form method="post" action="${session.url}/cancel"><button class="go">Cancel plan</button></form>
    ${goBack(view)}`;
  return dressed(view, 'Cancel your plan', main);
}
