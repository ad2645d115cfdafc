import { html, type Html } from '../../kit-html.ts';
import { field, redirect, type SandboxCall, type Reply } from '../../kit.ts';
import { catchUp } from '../clock.ts';
import type { Checkout } from '../entities.ts';
import { StripeRefusal } from '../refusal.ts';
import type { StripeStore } from '../store.ts';
import { DAY } from '../subscriptions/calendar.ts';
import { totalsOf } from '../views/show-checkout.ts';
import { completeCheckout, needsCard } from './complete-checkout.ts';
import { cardPicker, day, money, per, sayingPage, twoPanes } from './pages-style.ts';

/** `GET /c/pay/:session`: the items of the session and the button. */
export function showCheckoutPage(store: StripeStore, call: SandboxCall): Reply {
  const one = openSession(store, call);
  return 'status' in one && 'url' in one ? paymentPage(store, one) : one;
}

/** `POST /c/pay/:session`: pays, starts a trial, or adds a code. */
export function useCheckoutPage(store: StripeStore, call: SandboxCall): Reply {
  const one = openSession(store, call);
  if (!('url' in one)) return one;
  if (field(call, 'action') === 'code') return addCode(store, one, field(call, 'code') ?? '');
  const chosen = field(call, 'card');
  try {
    completeCheckout(store, one, chosen === 'none' ? undefined : chosen);
  } catch (cause) {
    if (cause instanceof StripeRefusal) return paymentPage(store, one, refusalText(cause));
    throw cause;
  }
  return redirect(landing(one));
}

function openSession(store: StripeStore, call: SandboxCall): Checkout | Reply {
  catchUp(store);
  const one = store.checkouts.get(call.params['session']);
  if (!one)
    return sayingPage('Something went wrong', 'The page you were looking for could not be found.', undefined, 404);
  if (one.status === 'complete') {
    return sayingPage("You're all done here", 'This checkout session has already been completed.', {
      to: landing(one),
      label: 'Continue',
    });
  }
  if (one.status === 'open') return one;
  const back = one.cancelUrl === undefined ? undefined : { to: one.cancelUrl, label: 'Return' };
  return sayingPage('This page has expired', 'Your checkout session has timed out.', back);
}

const landing = (one: Checkout): string => one.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', one.id);

function refusalText(refusal: StripeRefusal): string {
  const { declineCode } = refusal.details;
  if (declineCode === 'authentication_required') {
    return 'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
  }
  if (declineCode === 'no_payment_method') return 'Please choose a payment method.';
  return declineCode === undefined ? refusal.message : 'Your card was declined. Please try a different card.';
}

function addCode(store: StripeStore, one: Checkout, code: string): Reply {
  const wanted = code.trim().toUpperCase();
  const found = store.promotions.all().find((each) => each.active && each.code.toUpperCase() === wanted);
  if (one.allowCodes !== true || !found) return paymentPage(store, one, 'This code is invalid.');
  one.off = { coupon: found.coupon, promotion: found.id };
  store.changed();
  return redirect(one.url);
}

function paymentPage(store: StripeStore, one: Checkout, wrong?: string): Reply {
  const sums = totalsOf(store, one);
  const price = store.prices.need(one.items[0]?.price ?? '');
  const product = store.products.need(price.product).name;
  const customer = store.customers.get(one.customer);
  const asksCard = needsCard(store, one);
  const button = sums.trial ? 'Start trial' : 'Subscribe';
  const none = sums.trial ? 'The trial ends by itself unless you add one' : 'Nothing is due today';
  const main = html` ${wrong === undefined ? undefined : html`<p class="oops" role="alert">${wrong}</p>`}
    <form method="post" action="${one.url}">
      <label class="label" for="email">Contact information</label>
      <input class="field" id="email" value="${customer?.email ?? one.email ?? ''}" readonly style="margin:0 0 20px" />
      ${cardPicker(asksCard ? undefined : none)}
      <button class="go" name="action" value="pay">${button}</button>
      <p class="soft small" style="margin:14px 0 0">
        ${sums.trial ? 'After the trial' : 'Until you cancel,'} you are charged
        ${money(sums.eachAfterOff, price.currency)} ${per(price.recurring)}.
      </p>
    </form>`;
  return twoPanes(button, summary(store, one, product), main, { status: wrong === undefined ? 200 : 402 });
}

function summary(store: StripeStore, one: Checkout, product: string): Html {
  const sums = totalsOf(store, one);
  const price = store.prices.need(one.items[0]?.price ?? '');
  const { currency } = price;
  const cost = money(sums.eachAfterOff, currency);
  const end = one.trialEnd ?? store.now() + (one.trialDays ?? 0) * DAY;
  const days = Math.round((end - store.now()) / DAY);
  const back = one.cancelUrl === undefined ? undefined : html`<a class="back" href="${one.cancelUrl}">← Back</a>`;
  const head = sums.trial
    ? html`<h1>Try ${product}</h1>
        <p class="big">${days} days free</p>
        <p class="soft">Then ${cost} ${per(price.recurring)} starting ${day(end)}</p>`
    : html`<h1>Subscribe to ${product}</h1>
        <p class="big">${cost} <small>${per(price.recurring)}</small></p>`;
  return html`${back}${head}
    <dl class="sums">
      <div>
        <dt>${product}<small>Billed ${per(price.recurring)}</small></dt>
        <dd>${money(sums.each, currency)}</dd>
      </div>
      ${
        one.off
          ? html`<div>
              <dt>${codeOf(store, one)}</dt>
              <dd>−${money(sums.off, currency)}</dd>
            </div>`
          : undefined
      }
      ${
        sums.trial
          ? html`<div>
              <dt>Total after trial</dt>
              <dd>${cost}</dd>
            </div>`
          : undefined
      }
      <div class="total">
        <dt>Total due today</dt>
        <dd>${money(sums.today, currency)}</dd>
      </div>
    </dl>
    ${one.allowCodes === true && !one.off ? codeForm(one) : undefined}`;
}

function codeOf(store: StripeStore, { off }: Checkout): string {
  const coupon = store.coupons.get(off?.coupon);
  return store.promotions.get(off?.promotion)?.code ?? coupon?.name ?? coupon?.id ?? '';
}

const codeForm = (one: Checkout): Html =>
  html`<form class="code" method="post" action="${one.url}">
    <input name="code" aria-label="Promotion code" placeholder="Promotion code" autocomplete="off" />
    <button name="action" value="code">Apply</button>
  </form>`;
