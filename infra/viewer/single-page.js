// Runs at the CDN, only on the default behaviour. Answers a path of the app with the page of its route, or with
// `index.html` if the route does not exist; all triggers share a page. The deployment replaces __PAGES__ with the pages
// of the build.
// A path whose last part has a dot is a file, so that a missing file returns an error. An API address with a missing or
// doubled part (`/trigger/...`, `//prod/...`) returns 404, so that callers see that nothing was fired.
var pages = __PAGES__;

// oxlint-disable-next-line no-unused-vars
function handler(event) {
  var request = event.request;
  if (/^\/(\/|api\/|prod\/|trigger\/)/.test(request.uri)) return { statusCode: 404, statusDescription: 'Not Found' };
  var lastPart = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  if (lastPart.includes('.')) return request;
  var path = request.uri.replace(/\/+$/, '') || '/dashboard';
  var page = '/pages' + path.replace(/^\/triggers\/[^/]+$/, '/triggers.id') + '.html';
  request.uri = pages.includes(page) ? page : '/index.html';
  return request;
}
