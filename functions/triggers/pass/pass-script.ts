import { passTexts } from './pass-texts.ts';

/**
 * Runs in the guest's browser. An attempt keeps its key until its result is known, even after a reload, so that a retry
 * after a lost response does not fire twice. After ten minutes, a tap starts a new attempt. While an answer is awaited,
 * the page polls an address that cannot fire, for an hour at most. The lines are joined, so no statement may depend on
 * a line break.
 */
export const passScript = `
const texts = ${JSON.stringify(passTexts)};
const locale = navigator.languages.find(tag => texts[tag.slice(0, 2)]) || 'en', text = texts[locale.slice(0, 2)];
const token = location.hash.slice(1), slot = token.slice(0, -43);
const at = id => document.getElementById(id), button = at('run');
const say = (id, words) => at(id).textContent = words || '';
const fill = (words, value) => words.replace('{}', value);
let zone, busy, attempt, lost, followed;
try { attempt = sessionStorage.getItem(slot) } catch {}
const keep = key => {
  attempt = key;
  try { sessionStorage.setItem(slot, key || '') } catch {}
};
const isOpen = () => attempt && Date.now() - parseInt(attempt) < 6e5;
const when = time => {
  const near = Date.parse(time) - Date.now() < 6 * 864e5;
  const form = near ? { weekday: 'long', hour: '2-digit', minute: '2-digit' } : { dateStyle: 'medium', timeStyle: 'short' };
  return new Date(time).toLocaleString(locale, { timeZone: zone, ...form });
};
const took = ms => {
  const [value, unit] = ms < 99950 ? [Math.max(ms / 1e3, .1), 's'] : [Math.round(ms / 6e4), 'min'];
  return value.toLocaleString(locale, { maximumFractionDigits: 1 }) + '\u00A0' + unit;
};
const ask = async (what, more) => {
  const headers = { authorization: 'Bearer ' + token, ...more };
  const answer = await fetch('pass/' + what, { method: 'POST', headers, credentials: 'omit' }), { ok, status } = answer;
  const body = await answer.json().catch(error => { if (ok) throw error });
  return { ...body, status };
};
const isOver = ({ status }) => status === 404 || status === 410;
const refusalText = ({ nextAt, errorKey, status }) =>
  nextAt ? fill(text.next, when(nextAt)) :
  errorKey === 'accessKey.ended' ? text.ended :
  errorKey === 'accessKey.usedUp' ? text.usedUp :
  status === 404 ? text.gone :
  status === 429 ? text.tooMany :
  status < 500 ? text.off : text.failed;
const offer = shown => {
  if (!shown && document.activeElement === button) at('state').focus();
  say('run', zone || lost ? text.run : text.again);
  button.hidden = !shown;
};
const show = (pass, words, both) => {
  const { state, status } = pass, good = status === 200;
  lost = status === 410 && isOpen();
  const shown = lost || state !== 'off' && !isOver(pass);
  if (good) {
    zone = pass.timeZone;
    say('home', pass.home);
    say('name', pass.trigger || document.title);
  }
  const why = lost ? text.unknown : !good || pass.nextAt ? refusalText(pass) : state === 'ready' ? isOpen() && text.unknown : text[state];
  say('uses', pass.usesLeft >= 0 && fill(text.uses, pass.usesLeft));
  say('until', pass.until && fill(text.until, when(pass.until)));
  say('state', words && (both || shown) ? words : why);
  say('more', both && (good || !shown) && why);
  offer(shown);
};
const look = async () => show(await ask('look'));
const resultText = ({ answer = 'sent', ranMs }) => fill(text[answer], took(ranMs));
const follow = key => setTimeout(async () => {
  if (key !== followed || Date.now() - parseInt(key) > 36e5) return;
  const done = await ask('answer?id=' + key).catch(() => ({})), { status, outcome, answer } = done;
  if (key !== followed) return;
  if (isOver(done)) show(done);
  else if (answer === 'awaited' || !outcome && !(status < 429)) follow(key);
  else if (status === 200 || answer === 'shared') say('state', resultText(done));
}, 1e4);
const run = async () => {
  const again = isOpen();
  if (!again) keep(Date.now() + '-' + crypto.randomUUID());
  const key = followed = attempt, done = await ask('fire', { 'idempotency-key': key, prefer: 'wait=8' });
  const { status, outcome, answer, errorKey } = done;
  const good = status === 200 || answer === 'shared', early = status < 500, running = errorKey === 'trigger.alreadyRunning';
  const sure = early || outcome || errorKey === 'server.busy', doubt = !sure || status === 504;
  if (good || (again ? outcome && !early : sure && !running)) keep();
  if (isOver(done)) return keep(), show(done);
  const words = good ? resultText(done) : doubt ? text.unknown : running ? text.running : refusalText(done);
  say('state', words);
  const pass = !attempt && await ask('look').catch(() => {});
  if (pass) show(pass, words, good || doubt);
  if (answer === 'awaited') follow(key);
};
const begin = async call => {
  const wait = on => button.setAttribute('aria-disabled', busy = on);
  wait(true);
  say('state', text.wait);
  say('more');
  try { await call() } catch {
    say('state', text.offline);
    offer(true);
  }
  wait(false);
};
document.documentElement.lang = locale;
button.onclick = () => busy || begin(zone || lost ? run : look);
onhashchange = () => location.reload();
/^[\\w-]+$/.test(token) ? begin(look) : say('state', text.gone);
`.replaceAll(/\n\s*/g, '');
