import { html, type Html } from '../../kit-html.ts';
import type { Reply } from '../../kit.ts';
import { cardPicker, day, money, per, twoPanes } from '../checkout/pages-style.ts';
import type { Configuration, Customer, Portal, SandboxSubscription } from '../entities.ts';
import type { StripeStore } from '../store.ts';
import { pricesIn } from './portal.ts';

export type View = {
  store: StripeStore;
  session: Portal;
  customer: Customer;
  configuration: Configuration;
  subscription: SandboxSubscription | undefined;
};

export function dressed(view: View, title: string, main: Html, wrong?: string): Reply {
  const { returnUrl } = view.session;
  const { headline, privacyUrl, termsUrl } = view.configuration;
  const legal = [
    privacyUrl && html`<a href="${privacyUrl}">Privacy</a>`,
    termsUrl && html` <a href="${termsUrl}">Terms</a>`,
  ];
  const side = html` ${returnUrl === undefined ? undefined : html`<a class="back" href="${returnUrl}">← Return to the app</a>`}
    <h1>${headline ?? 'Manage your billing'}</h1>
    <p class="soft small">${view.customer.name}<br />${view.customer.email}</p>
    <p class="small">${legal.map((one) => (one === '' ? undefined : one))}</p>`;
  const alert = wrong === undefined ? undefined : html`<p class="oops" role="alert">${wrong}</p>`;
  return twoPanes(title, side, html`${alert}${main}`, { portal: true, status: wrong === undefined ? 200 : 402 });
}

function home({ session }: View): string {
  return session.flow === undefined ? `${session.url}/home` : (session.returnUrl ?? `${session.url}/home`);
}

const goBack = (view: View): Html => html`<p><a class="button wide" href="${home(view)}">Go back</a></p>`;

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

export function cancelView(view: View): Reply {
  const { subscription, session, configuration } = view;
  const at = configuration.cancel.mode === 'immediately' || !subscription ? 'now' : `on ${day(subscription.periodEnd)}`;
  const main = html`<h1>Cancel your plan</h1>
    <p class="warn">Your plan will be canceled ${at}. Until then you keep everything it includes.</p>
    <form method="post" action="${session.url}/cancel"><button class="go">Cancel plan</button></form>
    ${goBack(view)}`;
  return dressed(view, 'Cancel your plan', main);
}
