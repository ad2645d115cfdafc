// Runs first and blocks: theme and language before the first paint, what to show when the app cannot come, then head starts
// for what this page needs.
// Plain script of our own origin, so that the policy can refuse inline ones. The build replaces __CHUNKS__ with the
// hashed files of each language, and of a page's texts in each language; the rules repeat src/features/frame/theme.ts and
// src/i18n/languages.ts. What a page needs in any language, its HTML names.
(function (chunks) {
  var page = document.documentElement;
  var stored = function (key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  var light = stored('theme') === 'light';
  page.className = light ? 'light' : 'dark';
  document.querySelector('meta[name="theme-color"]').content = light ? '#ffffff' : '#14171e';

  var locales = { pt: 'pt-BR', en: 'en-US', es: 'es' };
  var preferred = (navigator.language || '').toLowerCase();
  var choice = stored('preferredLanguage');
  var browser = preferred === 'pt' || preferred === 'pt-br' ? 'pt' : preferred.slice(0, 2) === 'es' ? 'es' : 'en';
  var language = Object.hasOwn(locales, choice) ? choice : browser;
  page.lang = locales[language];

  // Until the app stands where the shell does: whatever keeps it from coming has a word and a button.
  var stuck = function (event) {
    var notice = document.querySelector('#root > template');
    // A picture or a head start that does not come keeps nothing from coming.
    if (!notice || (event.target.tagName && event.target.type !== 'module')) return;
    notice.parentNode.replaceChildren(notice.content);
    document.querySelector('#root button').addEventListener('click', function () {
      location.reload();
    });
  };
  addEventListener('error', stuck, true);
  addEventListener('unhandledrejection', stuck);

  var path = location.pathname.replace(/(.)\/+$/, '$1');
  // Before the files: who is there decides what comes next, and an old connection carries six questions at a time.
  if (path !== '/terms' && path !== '/privacy') {
    window.recadoUser = fetch('/api/auth/user?orNobody=1', { credentials: 'include' });
    window.recadoUser.catch(function () {});
  }
  [language, language + (path === '/' ? '/dashboard' : path)].forEach(function (key) {
    (chunks[key] || []).forEach(function (file) {
      var link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = '/assets/' + file + '.js';
      document.head.appendChild(link);
    });
  });
})(__CHUNKS__);
