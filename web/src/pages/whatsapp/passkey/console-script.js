export function signWithPasskey(request, words) {
  const name = 'sign-with-passkey';
  document.getElementById(name)?.remove();
  const card = document.createElement('div');
  card.id = name;
  card.style.cssText =
    'position:fixed;inset:0;z-index:2147483647;display:grid;place-content:center;justify-items:center;gap:16px;' +
    'padding:24px;background:#fff;color:#111;font:16px/1.5 system-ui,sans-serif;text-align:center';
  const said = document.createElement('p');
  said.style.cssText = 'max-width:480px;margin:0';
  said.setAttribute('role', 'status');
  const button = document.createElement('button');
  button.style.cssText =
    'padding:12px 24px;border:0;border-radius:8px;background:#0a7040;color:#fff;font:inherit;cursor:pointer';

  let answer;
  function say(text, label) {
    said.textContent = text;
    button.textContent = label;
  }
  async function copy() {
    try {
      await navigator.clipboard.writeText(answer);
      say(words.copied, words.copy);
    } catch {
      say(words.signed, words.copy);
    }
  }
  async function sign() {
    try {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(request);
      answer = JSON.stringify(await navigator.credentials.get({ publicKey }));
    } catch (error) {
      return say(words.failed + ' ' + error.message, words.sign);
    }
    return copy();
  }
  button.addEventListener('click', () => void (answer === undefined ? sign() : copy()));
  say(words.ready, words.sign);
  card.append(said, button);
  document.body.append(card);
}
