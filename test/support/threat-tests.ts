/** The tests that prove the protection against each threat of `SECURITY.md`, as `file › title`. */
export const threatTests: Readonly<Record<string, readonly string[]>> = {
  "Reading or changing another person's things by their id": [
    'test/support/owned-ids.test.ts › finds a journey or an explanation for every id in a contract',
    'test/journeys/every-endpoint.test.ts › answers 404 for deleteTrigger (DELETE /api/triggers/{id}) with a foreign params.id and header',
    "test/journeys/every-endpoint.test.ts › fires only triggers of the token's workspace and answers alike for all others",
  ],
  '... or by an unforeseen request': [
    'test/journeys/fuzz.test.ts › answers updateTrigger (PATCH /api/triggers/{id}) properly for any input and neither reveals nor changes data of others',
    'test/journeys/fuzz.test.ts › keeps the product running and the attacking session signed in',
  ],
  'An answer holds more than its contract says': [
    'functions/platform/http/serve.test.ts › omits fields that the contract does not name',
    'functions/platform/http/serve.test.ts › hides the message of an unexpected error and logs it with its stack',
  ],
  'Bodies that are huge, deep or no text': [
    'functions/platform/http/serve.test.ts › responds with 413 to a body of more than 16 kB, counted in bytes',
    'functions/platform/http/serve.test.ts › responds with 400 to a body with thousands of levels',
    'functions/platform/http/serve.test.ts › responds with 400 when the bytes of a body are not UTF-8',
    'functions/platform/http/serve.test.ts › responds with 400 when API Gateway replaced invalid bytes of a body',
    'test/journeys/safety.test.ts › answers 400 for invalid UTF-8 escaped in a query and stores nothing',
  ],
  'A session is stolen from the page, the table or the network': [
    'functions/platform/http/session.test.ts › binds the cookie to this host over https and hides it from scripts and cross-site writes',
    'functions/platform/http/session.test.ts › creates a new session id each time and returns only its hash for the table',
    'test/support/source-rules.test.ts › stores nothing in the browser that could be used to sign in',
  ],
  'A session lives for ever': [
    'functions/platform/http/session.test.ts › ends a session after 90 days of daily use',
    'test/journeys/sign-in.test.ts › ends the session for every holder of its cookie on sign-out, and accepts a sign-out without a session',
  ],
  'A session goes on unseen in a browser of somebody else': [
    'test/journeys/sessions.test.ts › rejects every endpoint from a session that was ended in another browser',
    'test/journeys/sessions.test.ts › sends one mail about a new browser, in the previous language and with instructions',
    'test/stores/sessions.test.ts › treats a browser as new after its session was ended elsewhere, but not the browser that ended it',
    'test/stores/sessions.test.ts › sends at most five mails a day during a loop of sign-ins',
  ],
  'A stolen session downloads secrets or deletes the account': [
    'test/stores/account/my-data.test.ts › contains no secret, no hash of one, and no data of other users',
    'test/stores/account/account-deletion.test.ts › schedules the deletion in seven days, sends a mail, and changes nothing else',
    'test/stores/account/account-deletion.test.ts › cancels the deletion when it is revoked, until the user requests it again',
  ],
  'The list of sessions helps to take one over, or to locate a person': [
    'test/stores/sessions.test.ts › contains no id that can sign in',
    'test/stores/sessions.test.ts › stores neither the address nor the full user agent of a browser',
  ],
  'Session fixation: a session that the attacker chose': [
    'test/journeys/safety.test.ts › replaces a chosen session id on sign-in with google and ends the previous session',
    'test/journeys/safety.test.ts › ignores a session id in an address, a header or a body',
    'functions/platform/http/session.test.ts › reads the cookie by its full name, so that another site of the domain cannot plant one',
  ],
  "Another site writes with a person's cookie (CSRF)": [
    'test/journeys/every-endpoint.test.ts › answers 403 for createTrigger (POST /api/triggers) from another site',
    'test/journeys/every-endpoint.test.ts › accepts requests from our own page',
    'functions/auth/sign-in.test.ts › another site cannot sign anybody out',
  ],
  'Another site reads what a cookie opens (CORS)': [
    'test/local/gateway/gateway.test.ts › denies pages of other origins all responses that need a session, and their preflight',
    'test/infra/edge.test.ts › lets pages of other origins read webhooks, findings, status and the OpenAPI document, as on one machine',
  ],
  "A sign-in or link of the attacker's account (login CSRF)": [
    'test/journeys/sign-in.test.ts › rejects a callback of google in another browser than the one that started',
    'test/journeys/sign-in.test.ts › requests a code with PKCE and a new state and nonce for each authorization',
    'functions/auth/amazon-link.test.ts › after another sign-in in between links nothing',
  ],
  "A person enables the skill for another's link, or with another's code": [
    "functions/auth/connect/connect.test.ts › in somebody else's browser",
    'functions/auth/connect/connect.test.ts › after signing out',
    'functions/auth/connect/connect.test.ts › has a state and a cookie of its own for each trip, and keeps the token sealed for five minutes',
  ],
  'A forged or foreign ID token': [
    'test/journeys/sign-in.test.ts › rejects an ID token that was made for another client',
    'functions/auth/google.test.ts › that is signed with the public key as if it were a shared secret',
  ],
  'Our address leads to another site (open redirect)': [
    'test/journeys/safety.test.ts › redirects amazon (GET /api/auth/amazon) only to the provider or to our own pages, whatever the query',
    'test/journeys/safety.test.ts › redirects googleCallback (GET /api/auth/google/callback) only to the provider or to our own pages, whatever the query',
    'web/src/ui/documents/limited-markdown.test.tsx › never links outside the allowed schemes',
  ],
  'Our page in a frame of another site (clickjacking)': [
    'test/infra/edge.test.ts › returns API responses with headers against caching and rendering',
    'shared/rules/browser-policy.test.ts › allows scripts only from our own origin and forbids framing',
  ],
  'A name or an address that runs as code (XSS)': [
    'test/browser/app/hostile-names.spec.ts › shows hostile names of workspaces, users and accounts as text on every page',
    'test/browser/app/hostile-names.spec.ts › shows hostile names of triggers, senders, groups and contacts as text, including drawers and dialogs',
    'test/browser/app/hostile-names.spec.ts › shows hostile values in the address as text or not at all',
    'test/support/source-rules.test.ts › renders no markup from text and evaluates no text as code in the web app',
    'test/browser/app/policy.spec.ts › sends the policy with every page, and blocks and reports an injected inline script',
    'shared/rules/browser-policy.test.ts › enforces Trusted Types unless a support widget is configured',
  ],
  'Markup or headers in our e-mails': [
    'functions/outbox/write-mail.test.ts › a name brings no address, no line and no markup into a mail',
    'test/wire/email/email.test.ts › sends an e-mail to one recipient with the two given bodies, whatever they contain',
  ],
  "What machines may read of a workspace's state tells more than that it is broken": [
    'test/journeys/findings.test.ts › returns only kinds and times of findings to a program with the token',
    'test/journeys/findings.test.ts › answers alike for a wrong token and an unknown workspace, and rejects a replaced token',
  ],
  'A page in a new tab reaches back (tabnabbing)': [
    'test/support/source-rules.test.ts › sets noopener on every link that opens a new tab',
  ],
  'A page, a frame or a pasted text passes itself off as the signed passkey': [
    'web/src/pages/whatsapp/passkey/extension.test.ts › ignores a reply that comes from another window',
    'web/src/pages/whatsapp/passkey/read-answer.test.ts › never throws and never accepts arbitrary input as signed',
    'test/stores/whatsapp/whatsapp-connect.test.ts › requests a passkey, passes it on unchanged, and confirms it',
  ],
  "Another person's answer from a cache, or a poisoned one": [
    'test/infra/edge.test.ts › forwards API requests uncached with every header except Host, apart from status, documents and guest page',
    'test/journeys/safety.test.ts › answers listTriggers (GET /api/triggers) alike for every Host header and caches only as its contract declares',
    'test/infra/edge.test.ts › caches a page by its path only, without headers, cookies or query',
    'test/infra/edge.test.ts › uploads assets first and pages last, and deletes no old files',
  ],
  'The API is called around the CDN, or an address is made up': [
    'functions/platform/http/request-origin.test.ts › accepts only requests from the CDN on AWS',
    "test/infra/edge.test.ts › overwrites the viewer's address with the one that the CDN observed",
  ],
  'A secret is found out by trying, with a clock': [
    'functions/triggers/answer-webhook.test.ts › as much is read for a wrong token as for an unknown trigger or workspace, so that no timing distinguishes them',
    'test/support/source-rules.test.ts › compares secrets only in constant time',
    'functions/platform/hashes.test.ts › creates unique tokens of 256 bits that are safe in URLs',
  ],
  'A webhook address got out': [
    'test/journeys/workspaces.test.ts › invalidates the old address immediately and keeps everything else',
    'test/deep/clock/clock.test.ts › accepts an old webhook secret for 24 more hours when its owner chose that, and not a minute longer',
    'functions/data/read-batch.test.ts › what an execution has to know is read consistently: no old copy lets a token fire that was replaced',
  ],
  'A signed call is forged, changed, late or sent again': [
    'functions/platform/http/signed-message.test.ts › verifies the example signature, alone and among others',
    'test/stores/access-keys/signed-calls.test.ts › fires nothing with another secret, body, id, key or trigger, and nothing once the key is stopped',
    'test/stores/access-keys/signed-calls.test.ts › fires a message only once while its timestamp is valid, at both ends of the window',
    'test/journeys/access-keys.test.ts › treats a wrong, old or unknown signature, and a signing secret as token, like an unknown key',
  ],
  'The secret of a guest reaches a log, a preview or a referrer': [
    'test/journeys/passes.test.ts › fires nothing on link previews and logs no secret',
    'test/journeys/passes.test.ts › rejects other keys, missing keys, keys in the address and deleted passes',
  ],
  'The page of a guest runs a trigger by being opened, or runs another script': [
    'test/journeys/passes.test.ts › serves one small page with its own content security policy that the CDN caches',
    'test/journeys/passes.test.ts › describes the pass without firing',
  ],
  'Forged or repeated deliveries of Stripe or a gateway': [
    'test/wire/stripe/webhook.test.ts › rejects every event when the webhook secret is empty, even one signed with an empty secret',
    'test/journeys/fuzz.test.ts › answers receiveWhatsAppEvent (POST /prod/whatsapp/{shard}/{lineKey}) properly for any input and neither reveals nor changes data of others',
  ],
  "The server calls an address of the attacker's choice (SSRF)": [
    'test/journeys/not-fetched.test.ts › never fetches an address from a request or a delivery',
    'test/support/fences.test.ts › rejects an import that violates "only providers speak to other companies"',
  ],
  'Forged log lines, or lines that hold secrets': [
    'functions/platform/log.test.ts › writes a stack within one line',
    'test/journeys/fuzz.test.ts › logs only lines in the known format without injected lines or secrets',
    'test/journeys/logs.test.ts › logs no token, cookie, query string, address or name',
    'test/infra/logs.test.ts › logs route keys, numbers and ids in the access log, but nothing that callers wrote',
  ],
  'Names that are not seen, or that move the cursor or the text of a reader': [
    'shared/rules/names.test.ts › rejects a name with seven or more combining marks on a letter',
    'shared/rules/names.test.ts › removes control characters and text direction marks in one pass',
    'functions/operator/write-line.test.ts › escapes all control characters, and printed JSON keeps its value',
    'test/stores/operator/operator-terminal.test.ts › prints a stored name without any byte that the operator’s terminal would obey',
  ],
  'The table is read by an intruder': [
    'functions/platform/secrets/seal.test.ts › opens a sealed value for its owner, without showing the value in the sealed text',
    'test/infra/data.test.ts › configures the table with on-demand billing, encryption, point-in-time recovery and a stream with both images',
  ],
  'A function that was taken over reaches for more': [
    "test/infra/permissions.test.ts › grants access only to the function's log, the table and the secrets of its row",
  ],
  'Too many requests: sign-ins, executions, calls': [
    'functions/auth/limit-starts.test.ts › an address that begins too many sign-ins in a minute is refused with the time to wait',
    'test/stores/rate-limits.test.ts › lets exactly thirty of 200 calls pass that 200 workers serve',
    'test/stores/rate-limits.test.ts › lets exactly 45 of 200 calls pass that 200 workers serve',
    'test/journeys/webhook.test.ts › answers 429 with the time to wait above thirty runs a minute and sends nothing',
    'test/infra/api.test.ts › limits every route, with the numbers of its row if it has any',
  ],
  'A free account that fills the table with workspaces': [
    'test/stores/workspace-store.test.ts › creates exactly the allowed number of workspaces',
    'test/journeys/workspaces.test.ts › allows fifty workspaces without a plan, even for concurrent requests, and more with a plan',
  ],
  'Cookies that fill a browser until its requests are refused': [
    'functions/auth/sign-in.test.ts › a browser that is sent to sign in again and again keeps a few attempts, the newest, and its requests stay small',
  ],
  'The public status says who uses the product, or each request for it costs a call': [
    'test/journeys/status.test.ts › shows a successful run in the public status of its channel without revealing its owner',
    'test/infra/edge.test.ts › caches /api/status as long as the response allows, independent of the caller',
  ],
  'A secret in the repository': ['test/support/secrets-scan.test.ts › finds no unexplained secrets in tracked files'],
  'Another package than the one we looked at, or one that runs at install': [
    'test/support/supply-chain.test.ts › locks the content of every package without naming a registry',
    'test/support/supply-chain.test.ts › allows install scripts only for named packages',
  ],
};
