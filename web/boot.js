// Runs first and blocks: theme and language before the first paint, a notice when the app cannot load, then first requests.
// A file of our own origin, so that the policy can refuse inline scripts. The build replaces __CHUNKS__ with the hashed
// files of each language and of a page's texts in it; the HTML names what a page needs in any language. The rules repeat
// src/features/frame/theme.ts and src/i18n/languages.ts.
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

  // As long as the app has not replaced the shell, an error shows a notice with a button.
  var stuck = function (event) {
    var notice = document.querySelector('#root > template');
    // The app does not need a picture or a preload.
    if (!notice || (event.target.tagName && event.target.type !== 'module')) return;
    notice.parentNode.replaceChildren(notice.content);
    document.querySelector('#root button').addEventListener('click', function () {
      location.reload();
    });
  };
  addEventListener('error', stuck, true);
  addEventListener('unhandledrejection', stuck);

  var path = location.pathname.replace(/(.)\/+$/, '$1');
  // Before the files: all else depends on the session, and an HTTP/1.1 connection carries six requests at a time.
  if (!/^\/(terms|privacy|status)$/.test(path)) {
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
