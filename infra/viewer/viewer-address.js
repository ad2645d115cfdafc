// Runs at the CDN, on every request to the API: the viewer's address, whatever the viewer claims it to be.
// oxlint-disable-next-line no-unused-vars
function handler(event) {
  var request = event.request;
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
