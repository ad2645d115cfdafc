// Runs at the CDN, on every request to an address below /prod/. Answers CORS preflights and methods that the address
// does not have. The deployment replaces the placeholders in capitals.
var addresses = __ADDRESSES__;
var notAllowed = __NOT_ALLOWED__;
// Null if pages of other origins may not call.
var preflight = __PREFLIGHT__;

// oxlint-disable-next-line no-unused-vars
function handler(event) {
  var request = event.request;
  if (preflight !== null && request.method === 'OPTIONS') {
    return { statusCode: 204, statusDescription: 'No Content', headers: preflight };
  }
  // Some clients put a slash before the query, and API Gateway has no route with a slash at the end.
  request.uri = request.uri.replace(/\/+$/, '');
  for (var i = 0; i < addresses.length; i += 1) {
    var allow = addresses[i].allow;
    if (!new RegExp(addresses[i].pattern).test(request.uri)) continue;
    if (allow.split(', ').indexOf(request.method) >= 0) break;
    return {
      statusCode: notAllowed.status,
      statusDescription: 'Method Not Allowed',
      headers: Object.assign({}, notAllowed.headers, { allow: { value: allow } }),
      body: { encoding: 'text', data: notAllowed.body },
    };
  }
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
