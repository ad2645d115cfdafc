import { createHash } from 'node:crypto';

import { productName } from '#shared/product.ts';
import { securityHeaders } from '#shared/rules/browser-policy.ts';

import { passScript } from './pass-script.ts';

const style = `
:root{color-scheme:light dark}
body{margin:0}
main{display:grid;min-height:100dvh;place-content:start center;justify-items:center;gap:12px;padding:20vh 24px 24px;box-sizing:border-box;font:18px/1.4 system-ui,sans-serif;text-align:center}
h1,p{margin:0;max-width:32ch;overflow-wrap:anywhere;text-wrap:balance}
#home,#uses,#until{opacity:.7}
#state{font-weight:600}
p:empty:not([role]){display:none}
button{min-width:200px;padding:20px 32px;border:0;border-radius:16px;background:#5046c7;color:#fff;font:inherit;font-weight:600}
[aria-disabled=true]{background:#64748b}
`.replaceAll('\n', '');

export const passPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${productName}</title>
<style>${style}</style>
<body>
<main>
<p id="home"></p>
<h1 id="name">${productName}</h1>
<button id="run" type="button" hidden></button>
<p id="state" role="status" tabindex="-1"></p>
<p id="more"></p>
<p id="uses"></p>
<p id="until"></p>
<noscript>
<p>This page needs JavaScript.</p>
<p lang="pt">Esta página precisa de JavaScript.</p>
<p lang="es">Esta página necesita JavaScript.</p>
</noscript>
</main>
<script>${passScript}</script>
</body>
</html>
`;

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page loads no other resources. */
const policy = [
  "default-src 'none'",
  `script-src ${hashSource(passScript)}`,
  `style-src ${hashSource(style)}`,
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const passPageHeaders = {
  ...securityHeaders,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
};
