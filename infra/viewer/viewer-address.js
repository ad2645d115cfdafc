// Runs at the CDN, on every request to the API. Sets the viewer's real address and overwrites any claimed one.
// oxlint-disable-next-line no-unused-vars
function handler(event) {
  var request = event.request;
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
