// Runs at the CDN, on the default behaviour alone: a path of the app is answered with the app's one page.
// A path whose last part has a dot is a file, and a missing file stays missing. An address of the API that lost or doubled
// a part (`/trigger/...`, `//prod/...`) is no page: whoever fires it has to see that nothing was fired.
// oxlint-disable-next-line no-unused-vars
function handler(event) {
  var request = event.request;
  if (/^\/(\/|api\/|prod\/|trigger\/)/.test(request.uri)) return { statusCode: 404, statusDescription: 'Not Found' };
  var lastPart = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  if (!lastPart.includes('.')) request.uri = '/index.html';
  return request;
}
