import { html, type Html } from '../../kit-html.ts';
import { page } from '../../kit-page.ts';
import type { Reply } from '../../kit.ts';

const style = `
:root{--side:#f6f8fb;--brand:#5b53d6;--brand-ink:#fff;--brand-soft:#eeedfc;--warn:#8a5a00;--warn-bg:#fff5dc}
@media (prefers-color-scheme:dark){:root{--side:#13161c;--brand:#8b84ff;--brand-ink:#10102a;--brand-soft:#24234a;--warn:#ffd27a;--warn-bg:#33270b}}
body{background:var(--card);min-height:100vh;display:flex;flex-direction:column}
.split{flex:1;display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
.side{background:var(--side);display:flex;justify-content:flex-end}.side>div{width:100%;max-width:460px;padding:48px 56px 40px 24px}
.main>div{width:100%;max-width:520px;padding:48px 24px 64px 56px}
.portal .main>div{max-width:680px}.portal.split{grid-template-columns:minmax(0,2fr) minmax(0,3fr)}.portal .side>div{max-width:380px}
.back{display:inline-flex;gap:8px;align-items:center;color:inherit;text-decoration:none;font-weight:600;margin:0 0 28px;min-height:32px}
.back:hover{text-decoration:underline}.side h1{font-size:17px;font-weight:600;color:var(--soft);margin:0 0 4px}
.big{font-size:36px;line-height:1.15;font-weight:700;letter-spacing:-.02em;margin:0 0 6px;font-variant-numeric:tabular-nums}
.big small{font-size:15px;font-weight:400;color:var(--soft);letter-spacing:0}
.sums{margin:28px 0 0;font-variant-numeric:tabular-nums}.sums div{display:flex;justify-content:space-between;gap:16px;padding:11px 0}
.sums div+div{border-top:1px solid var(--line)}.sums dt,.sums dd{margin:0}.sums dd{white-space:nowrap}.sums .total{font-weight:700}
.sums small{display:block;color:var(--soft);font-size:13px;font-weight:400}
.code{display:flex;gap:8px;margin:18px 0 0}.code input,.field{font:inherit;flex:1;min-width:0;width:100%;padding:9px 12px;border:1px solid var(--line);
border-radius:8px;background:var(--card);color:inherit;min-height:42px}
fieldset{border:0;margin:0 0 20px;padding:0;min-width:0}legend,.label{font-size:14px;font-weight:600;margin:0 0 8px;padding:0;display:block}
.box{border:1px solid var(--line);border-radius:10px;overflow:hidden}
.pick{display:flex;gap:12px;align-items:center;padding:12px 14px;cursor:pointer;min-height:60px}.pick+.pick{border-top:1px solid var(--line)}
.pick:has(input:checked){background:var(--brand-soft)}.pick input{accent-color:var(--brand);width:18px;height:18px;margin:0;flex:none}
.pick .brand{min-width:52px}.pick b{display:block;font-weight:600}.pick span{min-width:0}.pick i{margin-left:auto;font-style:normal;font-variant-numeric:tabular-nums;white-space:nowrap}
.go{width:100%;background:var(--brand);color:var(--brand-ink);border-color:transparent;min-height:48px;font-size:16px}
.go:hover{filter:brightness(1.06);border-color:transparent}.wide{width:100%;text-align:center;margin-top:10px}
.oops,.fine,.warn{border-radius:10px;padding:12px 14px;margin:0 0 18px;border:1px solid currentColor}.oops{color:var(--bad)}.fine{color:var(--good)}
.warn{color:var(--warn);background:var(--warn-bg);border-color:transparent}
.part{padding:0 0 28px}.part>h2{font-size:13px;letter-spacing:.05em;text-transform:uppercase;color:var(--soft);border-bottom:1px solid var(--line);
padding:0 0 10px;margin:0 0 14px}.part .price{font-size:24px;font-weight:700;letter-spacing:-.01em;margin:2px 0 6px}
.part .price span{font-weight:400;letter-spacing:0}
.row{display:flex;gap:14px 20px;justify-content:space-between;align-items:flex-start;flex-wrap:wrap}.row>:first-child{flex:1 1 240px;min-width:0}
.acts{display:flex;flex-direction:column;gap:8px;min-width:170px}.acts>*,.acts button{text-align:center;width:100%}
.acts .go{min-height:42px;font-size:15px}.cards{list-style:none;margin:0;padding:0}.cards li{display:flex;gap:12px;align-items:center;padding:9px 0;flex-wrap:wrap}
.cards li>form{margin-left:auto}.cards button{padding:4px 12px;min-height:36px;font-size:14px}
.tag{display:inline-block;border-radius:6px;padding:1px 8px;font-size:13px;background:var(--chip);color:var(--soft);font-weight:500}
.tag.good{color:var(--good)}.tag.bad{color:var(--bad)}.tag.warned{color:var(--warn);background:var(--warn-bg)}
.brand{font:700 11px/1 system-ui,sans-serif;font-style:italic;letter-spacing:.02em;border:1px solid var(--line);border-radius:5px;padding:6px 7px;color:var(--brand);
background:var(--card);flex:none;min-width:52px;text-align:center}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}td{padding:9px 12px 9px 0;vertical-align:baseline}tr+tr td{border-top:1px solid var(--line)}
td:last-child{padding-right:0;text-align:right}
@media(max-width:760px){.split,.portal.split{display:block}.side>div,.main>div,.portal .side>div,.portal .main>div{max-width:560px;margin:0 auto;padding:24px 18px}
.main>div{padding-bottom:56px}.cards li{gap:8px;flex-wrap:nowrap}.back{margin-bottom:16px}.big{font-size:31px}.sums{margin-top:16px}.acts{flex:1 1 100%}
.portal .side>div{padding-bottom:20px}}`;

export function twoPanes(
  title: string,
  side: Html,
  main: Html,
  more: { status?: number; portal?: boolean } = {},
): Reply {
  const body = html`<p class="ribbon" style="margin:0">Sandbox on this machine. Not Stripe. No money moves.</p>
    <main class="split ${more.portal ? 'portal' : ''}">
      <section class="side"><div>${side}</div></section>
      <section class="main"><div>${main}</div></section>
    </main>`;
  return page(title, body, { style, ...(more.status !== undefined && { status: more.status }) });
}

export function sayingPage(title: string, text: string, link?: { to: string; label: string }, status = 200): Reply {
  const onward = link ? html`<p><a class="button" href="${link.to}">${link.label}</a></p>` : undefined;
  return twoPanes(
    title,
    html`<h1>Sandbox</h1>`,
    html`<h1>${title}</h1>
      <p class="soft">${text}</p>
      ${onward}`,
    { status },
  );
}

/** For example `$15.00`. */
export function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
}

/** For example `November 26, 2026`. */
export function day(seconds: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1000);
}

/** For example `per month` or `every 3 months`. */
export function per(recurring: { interval: string; count: number } | undefined): string {
  if (!recurring) return '';
  return recurring.count === 1 ? `per ${recurring.interval}` : `every ${recurring.count} ${recurring.interval}s`;
}

type Choice = { name: string; brand: string; title: string; what: string };

const choices: readonly Choice[] = [
  { name: 'pm_card_visa', brand: 'VISA', title: 'Visa •••• 4242', what: 'Works' },
  { name: 'pm_card_mastercard', brand: 'MC', title: 'Mastercard •••• 4444', what: 'Works' },
  { name: 'pm_card_visa_chargeDeclined', brand: 'VISA', title: 'Visa •••• 0002', what: 'Declined at once' },
  {
    name: 'pm_card_chargeCustomerFail',
    brand: 'VISA',
    title: 'Visa •••• 0341',
    what: 'Accepted, declined at later charges',
  },
  {
    name: 'pm_card_authenticationRequired',
    brand: 'VISA',
    title: 'Visa •••• 3155',
    what: 'The bank asks to confirm, and that fails',
  },
];

export function cardPicker(none?: string): Html {
  const without =
    none === undefined
      ? undefined
      : html`<label class="pick"
          ><input type="radio" name="card" value="none" checked /><span
            ><b>No card for now</b><span class="soft small">${none}</span></span
          ></label
        >`;
  const rows = choices.map(
    (one, i) =>
      html`<label class="pick"
        ><input
          type="radio"
          name="card"
          value="${one.name}"
          ${none === undefined && i === 0 ? html`checked` : undefined}
        />
        <span class="brand">${one.brand}</span
        ><span><b>${one.title}</b><span class="soft small">${one.what}</span></span></label
      >`,
  );
  return html`<fieldset>
    <legend>Payment method</legend>
    <div class="box">${without}${rows}</div>
  </fieldset>`;
}
