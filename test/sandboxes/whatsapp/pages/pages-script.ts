const common = `
let asked = 0, shown = 0;
async function refresh() {
  const turn = ++asked;
  const text = await (await fetch(location.href)).text();
  if (turn < shown) return;
  shown = turn;
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  for (const part of document.querySelectorAll('[data-part]')) {
    const other = fresh.querySelector('[data-part="' + part.dataset.part + '"]');
    if (other && other.innerHTML !== part.innerHTML && !part.contains(document.activeElement?.closest('input,select') ?? null))
      part.innerHTML = other.innerHTML;
  }
  after();
}
let soon;
const source = new EventSource(location.pathname + '/live');
source.addEventListener('change', () => { clearTimeout(soon); soon = setTimeout(refresh, 40); });
source.addEventListener('open', refresh);
async function send(form) {
  const fields = new URLSearchParams(new FormData(form));
  await fetch(form.action, { method: 'POST', headers: { accept: 'application/json' }, body: fields }).catch(() => undefined);
  refresh();
}
`;

export const phoneScript = `${common}
function after() {}
addEventListener('submit', (event) => {
  event.preventDefault();
  document.activeElement?.blur();
  send(event.target);
});
addEventListener('change', (event) => {
  if (!event.target.matches('[data-now]')) return;
  event.target.blur();
  send(event.target.form);
});
`;

export const chatScript = `${common}
const talk = document.querySelector('.talk');
const known = new Set([...document.querySelectorAll('.msg')].map((one) => one.id));
talk.scrollTop = talk.scrollHeight;
let count = known.size;
function after() {
  const all = talk.querySelectorAll('.msg');
  for (const one of all) {
    if (known.has(one.id)) continue;
    known.add(one.id);
    one.classList.add('lit');
  }
  if (all.length > count) talk.scrollTop = talk.scrollHeight;
  count = all.length;
}
const compose = document.querySelector('.compose');
const replying = compose.querySelector('.replying');
function reply(id, words) {
  compose.elements.replyTo.value = id;
  replying.classList.toggle('on', id !== '');
  replying.querySelector('span').textContent = words;
  compose.elements.text.focus();
}
addEventListener('click', (event) => {
  const button = event.target.closest('[data-reply]');
  if (button) reply(button.dataset.reply, button.dataset.words ?? '');
});
addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  if (form !== compose) {
    form.elements.as && (form.elements.as.value = compose.elements.as.value);
    return send(form);
  }
  const done = send(form);
  form.elements.text.value = '';
  reply('', '');
  await done;
});
addEventListener('change', (event) => {
  if (event.target.name !== 'as') return;
  history.replaceState(null, '', '?as=' + event.target.value);
  refresh();
});
`;
