export const phoneStyle = `
:root{--wa:#008069;--wa-ink:#fff;--wa-soft:#d9fdd3;--wa-soft-ink:#0b2e1f;--wall:#efe7dc;--in:#fff;--frame:#20242b}
@media (prefers-color-scheme:dark){:root{--wa:#0a6b5a;--wa-soft:#0b4f3f;--wa-soft-ink:#e8fff4;--wall:#0d1418;--in:#202c33;--frame:#050607}}
.wide{max-width:1120px}.top{display:flex;gap:14px;align-items:center;margin:0 0 20px}.top h1,.top p{margin:0}.top>div{min-width:0}
.doors{display:grid;grid-template-columns:repeat(auto-fill,minmax(240px,1fr));gap:12px;margin-top:20px}
.door{display:flex;gap:14px;align-items:center;padding:16px;border:1px solid var(--line);border-radius:14px;background:var(--card);color:inherit;text-decoration:none;min-width:0}
.door:hover{border-color:var(--accent)}.door b,.door .soft{display:block;overflow-wrap:anywhere}.door>span:last-child{min-width:0}.door .last{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.two{display:grid;grid-template-columns:390px minmax(0,1fr);gap:28px;align-items:start}
.device{background:var(--frame);border-radius:46px;padding:13px;box-shadow:0 18px 44px rgba(0,0,0,.28);position:sticky;top:20px}
.screen{background:var(--card);border-radius:34px;overflow:hidden;min-height:690px;display:flex;flex-direction:column}
.bar{display:flex;justify-content:space-between;align-items:center;background:var(--wa);color:var(--wa-ink);padding:10px 22px 4px;font-size:13px;font-weight:600}
.bar i{width:74px;height:20px;border-radius:12px;background:var(--frame);margin-top:-4px}.bar span:last-child{letter-spacing:1px}
.head{background:var(--wa);color:var(--wa-ink);padding:8px 20px 16px}.head h2{margin:0;font-size:20px}.head p{margin:0;font-size:13px;opacity:.86}
.body{padding:16px 18px 22px;flex:1;display:flex;flex-direction:column;gap:14px}.body h3{font-size:13px;color:var(--soft);margin:6px 0 0;font-weight:600}
.code,.ask{border:1px solid var(--line);border-radius:16px;padding:14px;display:flex;gap:14px;align-items:center}.code>div,.ask>div{min-width:0;flex:1}
.code img{width:112px;height:112px;flex:none;border-radius:10px;background:#fff;image-rendering:pixelated;border:1px solid var(--line)}
.code b,.ask b,.dev b{display:block;overflow-wrap:anywhere}.acts{display:flex;flex-wrap:wrap;gap:8px;margin-top:10px}
.acts button,.small-button{padding:6px 14px;min-height:38px;font-size:14px}button.go{background:var(--wa);color:var(--wa-ink);border-color:transparent}
.ask{background:var(--wa-soft);color:var(--wa-soft-ink);border-color:transparent}.ask .soft{color:inherit;opacity:.8}@media(prefers-color-scheme:dark){.ask button.go{background:var(--wa-soft-ink);color:var(--wa-soft)}}.digits{font:700 26px/1.2 ui-monospace,Menlo,monospace;letter-spacing:.08em;margin:4px 0}
.dev{display:flex;gap:12px;align-items:center;padding:4px 0}.dev>div{flex:1;min-width:0}.glyph{width:42px;height:42px;border-radius:12px;background:var(--chip);display:grid;place-items:center;flex:none;font-size:20px}
.none{margin:auto;text-align:center;color:var(--soft);max-width:250px}.none svg{display:block;margin:0 auto 14px;color:var(--wa)}
.chip{background:var(--chip);color:var(--soft);border-radius:999px;padding:2px 10px;font-size:13px;display:inline-block}.chip.good{color:var(--good)}.chip.bad{color:var(--bad)}
.field{display:flex;gap:12px;align-items:center;justify-content:space-between;padding:10px 0;border-top:1px solid var(--line);flex-wrap:wrap}.field:first-of-type{border-top:0;padding-top:0}
.field>span{flex:1 1 200px}.field>span b{display:block}.field form{display:flex;gap:8px;flex-wrap:wrap}
select,input[type=text],input[type=search]{font:inherit;padding:7px 11px;border-radius:10px;border:1px solid var(--line);background:var(--bg);color:inherit;min-height:40px;min-width:0}
.rows{list-style:none;margin:0!important;padding:0!important}.rows li{display:flex;gap:12px;align-items:center;justify-content:space-between;padding:10px 0;margin:0!important;border-top:1px solid var(--line);flex-wrap:wrap}
.rows li:first-child{border-top:0;padding-top:0}.rows li>div,.rows li>a{min-width:0;overflow-wrap:anywhere}.hide{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media(max-width:880px){.two{grid-template-columns:1fr;gap:18px}.device{position:static;border-radius:34px;padding:9px;max-width:430px;width:100%;margin:0 auto}.screen{border-radius:26px;min-height:0}.bar i{display:none}.wrap{padding:22px 14px 48px}}
`;

export const chatStyle = `
.chatwrap{max-width:980px;margin:0 auto;height:100dvh;display:flex;flex-direction:column;background:var(--card);border:1px solid var(--line);border-width:0 1px}
.chathead{background:var(--wa);color:var(--wa-ink);display:flex;gap:14px;align-items:center;padding:12px 18px}.chathead h1{font-size:18px;margin:0}.chathead p{margin:0;font-size:13px;opacity:.88;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.chathead>div{flex:1;min-width:0}.chathead a{color:inherit}.back{font-size:22px;text-decoration:none;padding:4px 8px}.groupface{width:42px;height:42px;border-radius:50%;background:rgba(255,255,255,.22);display:grid;place-items:center;flex:none;font-size:20px}
.talk{flex:1;overflow-y:auto;padding:26px 6% 18px;background:var(--wall);display:flex;flex-direction:column;gap:5px;scroll-behavior:smooth}
.day{align-self:center;background:var(--card);color:var(--soft);border-radius:9px;padding:3px 12px;font-size:12px;margin:8px 0}
.msg{max-width:min(78%,560px);align-self:flex-start;position:relative;margin-bottom:2px}.msg.own{align-self:flex-end}.msg.reacted{margin-bottom:17px}
.bubble{background:var(--in);border-radius:4px 13px 13px 13px;padding:7px 11px 6px;box-shadow:0 1px 1px rgba(0,0,0,.14);overflow-wrap:anywhere}.own .bubble{background:var(--wa-soft);color:var(--wa-soft-ink);border-radius:13px 4px 13px 13px}
.who{font-size:13px;font-weight:700;display:flex;gap:8px;align-items:baseline;flex-wrap:wrap}.who>span:first-child:not(.chip){color:color-mix(in srgb,var(--name),var(--ink) var(--lift,0%))}.who .chip{font-weight:500;font-size:11px;padding:0 8px}.own .chip{background:rgba(0,0,0,.09);color:inherit}
.bubble{position:relative}.text{white-space:pre-wrap}.text::after{content:'';display:inline-block;width:46px}.meta{position:absolute;right:11px;bottom:6px;font-size:11px;color:var(--soft)}.own .meta{color:inherit;opacity:.75}
.quote{display:block;border-left:4px solid var(--wa);background:rgba(128,128,128,.13);border-radius:7px;padding:4px 9px;margin:3px 0 4px;font-size:13px;color:inherit;text-decoration:none}.quote b{display:block;color:var(--wa);font-size:12px}
@media (prefers-color-scheme:dark){.quote b{color:#53d5ae}.who{--lift:48%}}
.reacts{position:absolute;bottom:-15px;left:8px;display:flex;gap:4px}.reacts span{background:var(--card);border:1px solid var(--line);border-radius:999px;padding:1px 7px;font-size:13px}.own .reacts{left:auto;right:8px}
.tools{position:absolute;z-index:1;bottom:calc(100% - 15px);left:8px;display:flex;gap:2px;padding:2px 6px;white-space:nowrap;background:var(--card);color:var(--ink);border:1px solid var(--line);border-radius:999px;box-shadow:0 3px 10px rgba(0,0,0,.18);opacity:0;pointer-events:none;transition:opacity .12s}.own .tools{left:auto;right:8px}
@media(min-width:641px){.tools,.own .tools{bottom:auto;top:calc(50% - 17px);left:calc(100% - 4px);right:auto}.own .tools{left:auto;right:calc(100% - 4px)}}
.msg:hover .tools,.msg:focus-within .tools{opacity:1;pointer-events:auto}.msg:focus{outline:none}.msg:focus-visible .bubble{outline:3px solid var(--accent);outline-offset:2px}.tools form{display:inline}.tools button{border:0;background:none;padding:0 5px;min-height:28px;font-size:13px;border-radius:999px;color:inherit;font-weight:500}
.tools button:hover{background:rgba(128,128,128,.2)}.msg.lit .bubble{animation:arrive 1.6s ease-out}@keyframes arrive{from{box-shadow:0 0 0 4px rgba(0,168,132,.4)}to{box-shadow:0 1px 1px rgba(0,0,0,.14)}}
.compose{border-top:1px solid var(--line);padding:11px 18px 14px;background:var(--card)}.as{display:flex;gap:8px;flex-wrap:wrap;border:0;margin:0 0 10px;padding:0;align-items:center}.as legend{float:left;font-size:13px;color:var(--soft);padding:6px 4px 0 0}
.as label{display:inline-flex;gap:8px;align-items:center;border:1px solid var(--line);border-radius:999px;padding:4px 13px 4px 5px;cursor:pointer;font-size:14px;min-height:38px}
.as input{position:absolute;opacity:0}.as label:has(:checked){border-color:var(--wa);box-shadow:inset 0 0 0 1px var(--wa);font-weight:600}.as label:has(:focus-visible){outline:3px solid var(--accent);outline-offset:2px}
.as .face{width:28px;height:28px;font-size:13px}.as small{font-weight:400;color:var(--soft)}.line{display:flex;gap:10px;align-items:center}.line input[type=text]{flex:1;border-radius:22px;padding:10px 17px;min-height:46px}
.line button{border-radius:22px;min-height:46px;padding:9px 22px}.replying{display:none;justify-content:space-between;gap:10px;border-left:4px solid var(--wa);background:var(--bg);border-radius:7px;padding:6px 10px;margin:0 0 10px;font-size:14px}
.replying.on{display:flex}.replying button{border:0;background:none;padding:0 8px;min-height:26px}.empty{margin:auto;color:var(--soft);background:var(--card);border-radius:12px;padding:12px 20px;text-align:center}
@media(max-width:640px){.talk{padding:24px 12px 14px}.msg{max-width:90%}.compose{padding:10px 12px 12px}.as{flex-wrap:nowrap;overflow-x:auto;padding-bottom:4px}.as label{flex:none}.as legend{display:none}.chathead{padding:10px 12px}.line button{padding:9px 16px}}
@media(prefers-reduced-motion:reduce){*{animation-duration:.01s!important;scroll-behavior:auto!important}}
`;
