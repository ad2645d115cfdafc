/** Refreshes the page after each change, highlights new events, and sends button actions without leaving the page. */
export const homeScript = `
const LIT_MS = 2500;
const firstSeen = new Map([...document.querySelectorAll('[data-event]')].map((row) => [row.dataset.event, -Infinity]));
let asked = 0, shown = 0;
async function refresh() {
  const turn = ++asked;
  const text = await (await fetch(location.href)).text();
  if (turn < shown) return;
  shown = turn;
  const fresh = new DOMParser().parseFromString(text, 'text/html').getElementById('parts');
  const focused = document.activeElement?.id;
  const field = document.activeElement?.closest('#parts :is(input, select)[id]');
  for (const read of document.querySelectorAll('details[open]'))
    fresh.querySelector('[data-kept="' + read.dataset.kept + '"]')?.setAttribute('open', '');
  const typed = [...document.querySelectorAll('#parts :is(input, select)[id]')]
    .filter(({ value, defaultValue }) => value !== defaultValue)
    .map(({ id, value }) => [id, value]);
  document.getElementById('parts').replaceWith(fresh);
  for (const [id, value] of typed) if (document.getElementById(id)) document.getElementById(id).value = value;
  if (field) keep(field);
  if (focused) document.getElementById(focused)?.focus();
  light(fresh);
}
// Keeps the field in which the user is typing, with its caret and selection.
function keep(field) {
  const fresh = document.getElementById(field.id);
  if (!fresh) return;
  field.defaultValue = fresh.defaultValue;
  fresh.replaceWith(field);
}
// Parts may be replaced while an animation runs. A negative delay continues it where it was.
function light(fresh) {
  const now = performance.now();
  for (const row of fresh.querySelectorAll('[data-event]')) {
    const id = row.dataset.event;
    if (!firstSeen.has(id)) firstSeen.set(id, now);
    const age = now - firstSeen.get(id);
    if (age > LIT_MS) continue;
    const echo = fresh.querySelector('.echo');
    if (!echo.classList.contains('lit')) echo.classList.add(row.querySelector('.good') ? 'lit' : 'stirred');
    row.classList.add('lit');
    row.style.animationDelay = -age + 'ms';
    echo.style.setProperty('--since', -age + 'ms');
  }
}
let soon;
const source = new EventSource(location.pathname + '/live');
source.addEventListener('change', () => { clearTimeout(soon); soon = setTimeout(refresh, 30); });
source.addEventListener('open', refresh);
addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const button = event.submitter ?? form.querySelector('button');
  button.disabled = true;
  const fields = new URLSearchParams(new FormData(form));
  if (form.matches('.talk, .add')) form.reset();
  await fetch(form.action, { method: 'POST', headers: { accept: 'application/json' }, body: fields }).catch(() => undefined);
  button.disabled = false;
  refresh();
});
`;
