// Runs first and blocks: sets theme and language before the first paint, shows a notice if the app cannot load, and
// starts the first requests. A file instead of an inline script, because the policy forbids inline scripts. The build
// replaces __CHUNKS__ with the hashed files of each language and of the texts of each page; the HTML names the files
// that a page needs in any language. The rules repeat src/features/frame/theme.ts and src/i18n/languages.ts.
(function (chunks) {
  var page = document.documentElement;
  var readStored = function (key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  var light = readStored('theme') === 'light';
  page.className = light ? 'light' : 'dark';
  document.querySelector('meta[name="theme-color"]').content = light ? '#ffffff' : '#14171e';

  var locales = { pt: 'pt-BR', en: 'en-US', es: 'es' };
  var preferred = (navigator.language || '').toLowerCase();
  var choice = readStored('preferredLanguage');
  var browser = preferred === 'pt' || preferred === 'pt-br' ? 'pt' : preferred.slice(0, 2) === 'es' ? 'es' : 'en';
  var language = Object.hasOwn(locales, choice) ? choice : browser;
  page.lang = locales[language];
  document.querySelector('[rel=manifest]').href = '/manifest.' + language + '.webmanifest';

  // Until the app replaces the shell, a load error shows a notice with a reload button.
  var stuck = function (event) {
    var notice = document.querySelector('#root > template');
    // A failed picture or preload does not stop the app.
    if (!notice || (event.target.tagName && event.target.type !== 'module')) return;
    notice.parentNode.replaceChildren(notice.content);
    document.querySelector('#root button').addEventListener('click', function () {
      location.reload();
    });
  };
  addEventListener('error', stuck, true);
  addEventListener('unhandledrejection', stuck);

  var path = location.pathname.replace(/(.)\/+$/, '$1');
  // Sent before the files: everything else depends on the session, and an HTTP/1.1 browser sends six requests at a
  // time. The limit is that of src/api/use-session.ts.
  if (!/^\/(terms|privacy|status)$/.test(path)) {
    window.recadoUser = fetch('/api/auth/user?orNobody=1', {
      credentials: 'include',
      signal: AbortSignal.timeout(8000),
    }).then(function (reply) {
      // Read at once: the limit would also end a body that waits until the app's files have arrived.
      return reply.text().then(function (text) {
        return new Response(text || null, reply);
      });
    });
    window.recadoUser.catch(function () {});
  }
  var route = path === '/' ? '/dashboard' : path.replace(/^\/triggers\/.+/, '/triggers');
  [language, language + route].forEach(function (key) {
    (chunks[key] || []).forEach(function (file) {
      var link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = '/assets/' + file + '.js';
      document.head.appendChild(link);
    });
  });
})(__CHUNKS__);
