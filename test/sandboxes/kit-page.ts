import { html, trusted, type Html } from './kit-html.ts';
import type { Reply } from './kit.ts';

export function page(title: string, body: Html, more: { style?: string; status?: number } = {}): Reply {
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        <style>
          ${trusted(style + (more.style ?? ''))}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`;
  return {
    status: more.status ?? 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body: markup,
  };
}

const style = `
:root{--bg:#f4f5f7;--card:#fff;--ink:#16181d;--soft:#5b6270;--line:#dfe2e8;--accent:#2456d6;--accent-ink:#fff;
--good:#0f7b4a;--bad:#b3261e;--chip:#eceff4}
@media (prefers-color-scheme:dark){:root{--bg:#0f1115;--card:#181b21;--ink:#eef0f4;--soft:#9ba3b2;--line:#2b303a;
--accent:#86a8ff;--accent-ink:#0c1226;--good:#5fd39b;--bad:#ff9a90;--chip:#242932}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);
font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
a{color:var(--accent)}h1{font-size:26px;line-height:1.25;margin:0 0 8px;letter-spacing:-.01em}
h2{font-size:16px;margin:0 0 12px}p{margin:0 0 12px}.soft{color:var(--soft)}.small{font-size:13px}
code{font:13px/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--chip);padding:2px 6px;
border-radius:5px;overflow-wrap:anywhere}
.wrap{max-width:860px;margin:0 auto;padding:40px 20px 64px}.card{background:var(--card);border:1px solid var(--line);
border-radius:14px;padding:20px;margin:0 0 16px}
.card ul{margin:0;padding-left:20px}.card li{margin:6px 0}
button,.button{font:inherit;font-weight:600;border:1px solid var(--line);background:var(--card);color:var(--ink);
border-radius:10px;padding:9px 16px;min-height:42px;cursor:pointer;text-decoration:none;display:inline-block}
button:hover,.button:hover{border-color:var(--soft)}button.main{background:var(--accent);color:var(--accent-ink);
border-color:transparent}:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.face{width:40px;height:40px;border-radius:50%;display:inline-grid;place-items:center;color:#fff;font-weight:700;flex:none}
.clock{display:flex;flex-wrap:wrap;align-items:center;gap:8px;margin:0 0 12px}
.clock input{font:inherit;color:var(--ink);background:var(--card);border:1px solid var(--line);border-radius:10px;padding:8px 12px;
min-height:42px}.ribbon{font-size:13px;text-align:center;padding:6px 12px;background:var(--chip);color:var(--soft)}
`;
