// Runs at the CDN, on the default behaviour alone: a path of the app is answered with the page of its route, or, where it
// has none, with the one that says so. The deployment replaces __PAGES__ with the pages of the build.
// A path whose last part has a dot is a file, and a missing file stays missing. An address of the API that lost or doubled
// a part (`/trigger/...`, `//prod/...`) is no page: whoever fires it has to see that nothing was fired.
var pages = __PAGES__;

// oxlint-disable-next-line no-unused-vars
function handler(event) {
  var request = event.request;
  if (/^\/(\/|api\/|prod\/|trigger\/)/.test(request.uri)) return { statusCode: 404, statusDescription: 'Not Found' };
  var lastPart = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  if (lastPart.includes('.')) return request;
  var page = '/pages' + (request.uri.replace(/\/+$/, '') || '/dashboard') + '.html';
  request.uri = pages.includes(page) ? page : '/index.html';
  return request;
}
