// Runs first and blocks: theme and language before the first paint, then head starts for what this page needs.
// Plain script of our own origin, so that the policy can refuse inline ones. The build replaces __CHUNKS__ with the
// hashed files of each language, of each page, and of a page's texts in each language; the rules repeat src/app/theme.ts and src/i18n/languages.ts.
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
  var wish = (navigator.language || '').toLowerCase();
  var choice = stored('preferredLanguage');
  var browser = wish === 'pt' || wish === 'pt-br' ? 'pt' : wish.slice(0, 2) === 'es' ? 'es' : 'en';
  var language = Object.hasOwn(locales, choice) ? choice : browser;
  page.lang = locales[language];

  var path = location.pathname.replace(/(.)\/+$/, '$1');
  var open = path === '/terms' || path === '/privacy';
  var home = path === '/' ? '/dashboard' : path;
  if (path === '/login') page.classList.add('bare', 'entry');
  else if (open) page.classList.add('bare');
  [language, home, language + home].forEach(function (key) {
    (chunks[key] || []).forEach(function (file) {
      var link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = '/assets/' + file + '.js';
      document.head.appendChild(link);
    });
  });

  if (!open) {
    window.recadoUser = fetch('/api/auth/user?orNobody=1', { credentials: 'include' });
    window.recadoUser.catch(function () {});
  }
})(__CHUNKS__);
