// Runs at the CDN, on every request to a webhook: answers what a browser asks before a page of another origin calls it.
// The deployment replaces __PREFLIGHT__ with the headers of that answer.
var preflight = __PREFLIGHT__;

// oxlint-disable-next-line no-unused-vars
function handler(event) {
  var request = event.request;
  if (request.method === 'OPTIONS') {
    return { statusCode: 204, statusDescription: 'No Content', headers: preflight };
  }
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
