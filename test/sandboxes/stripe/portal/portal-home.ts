import { html, type Html } from '../../kit-html.ts';
import type { Reply } from '../../kit.ts';
import { day, money, per } from '../checkout/pages-style.ts';
import type { Card, SandboxSubscription } from '../entities.ts';
import { endsAt } from '../subscriptions/subscribing.ts';
import { sumsOf } from '../views/show-invoice.ts';
import { dressed, type View } from './portal-views.ts';

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

function statusTag(subscription: SandboxSubscription): Html {
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

function whatNext({ store }: View, subscription: SandboxSubscription): string {
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
        <span class="brand">${card.brand === 'visa' ? 'VISA' : 'MC'}</span>
        <span>
          ${named(card)} ${isDefault ? html`<span class="tag">Default</span>` : undefined}
          ${charged ? html`<span class="tag">Pays the plan</span>` : undefined}
        </span>
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
