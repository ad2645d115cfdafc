/**
 * Runs in the house page: fetches the page again after each change and swaps its parts, lets new events light up,
 * and sends the buttons without leaving the page.
 */
export const houseScript = `
const seen = new Set([...document.querySelectorAll('[data-event]')].map((row) => row.dataset.event));
let asked = 0, shown = 0;
async function refresh() {
  const turn = ++asked;
  const text = await (await fetch(location.href)).text();
  if (turn < shown) return;
  shown = turn;
  const fresh = new DOMParser().parseFromString(text, 'text/html').getElementById('parts');
  const typed = document.getElementById('phrase');
  const focus = document.activeElement === typed;
  const words = typed.value;
  document.getElementById('parts').replaceWith(fresh);
  document.getElementById('phrase').value = words;
  if (focus) document.getElementById('phrase').focus();
  for (const row of fresh.querySelectorAll('[data-event]')) {
    if (seen.has(row.dataset.event)) continue;
    seen.add(row.dataset.event);
    row.classList.add('lit');
    fresh.querySelector('.echo').classList.add(row.querySelector('.good') ? 'lit' : 'stirred');
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
  if (form.matches('.talk')) form.reset();
  await fetch(form.action, { method: 'POST', headers: { accept: 'application/json' }, body: fields }).catch(() => undefined);
  button.disabled = false;
  refresh();
});
`;
