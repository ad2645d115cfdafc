export const homeStyle = `
.home{max-width:1040px}.top{display:flex;gap:14px;align-items:center;margin:0 0 20px}.top h1{margin:0}.top p{margin:0}
.doors{display:grid;grid-template-columns:repeat(auto-fit,minmax(230px,1fr));gap:12px;margin-top:20px}
.door{display:flex;gap:14px;align-items:center;padding:16px;border:1px solid var(--line);border-radius:14px;
background:var(--card);color:inherit;text-decoration:none}.door:hover{border-color:var(--accent)}.door b,.door .soft{display:block}
.echo{display:flex;gap:28px;align-items:center;padding:26px}.words{flex:1;min-width:0}
.says{font-size:20px;line-height:1.35;margin:0 0 10px;overflow-wrap:anywhere}
.puck{flex:none;width:148px;height:148px;border-radius:50%;display:grid;place-items:center;
background:radial-gradient(circle at 50% 38%,#49505e,#23272f 68%);box-shadow:0 10px 26px rgba(0,0,0,.22)}
.puck i{width:124px;height:124px;border-radius:50%;border:6px solid #343a45;background:radial-gradient(circle at 50% 35%,#3a404c,#1b1e25)}
.echo.stirred .puck i{animation:stir 1.8s ease-out var(--since,0s)}.echo.lit .puck i{animation:glow 2.6s ease-out var(--since,0s)}
@keyframes glow{0%,70%{border-color:#29d3ff;box-shadow:0 0 34px 8px rgba(41,211,255,.75)}100%{border-color:#343a45;box-shadow:none}}
@keyframes stir{0%,60%{border-color:#e9a13a;box-shadow:0 0 22px 3px rgba(233,161,58,.55)}100%{border-color:#343a45;box-shadow:none}}
.chips{display:flex;flex-wrap:wrap;gap:6px;margin:0 0 14px}
.chip{background:var(--chip);color:var(--soft);border-radius:999px;padding:2px 10px;font-size:13px;display:inline-block;overflow-wrap:anywhere}
.chip.good{color:var(--good)}.chip.bad{color:var(--bad);border-radius:10px}
.acts,.talk{display:flex;flex-wrap:wrap;gap:10px;margin:0 0 12px}.talk{margin:0}
.talk input{font:inherit;flex:1;min-width:150px;max-width:340px;padding:9px 13px;border-radius:10px;border:1px solid var(--line);
background:var(--bg);color:inherit;min-height:42px}
.cols{display:grid;grid-template-columns:1fr 1fr;gap:16px;align-items:start}.cols .card{min-width:0}
.rows{list-style:none;margin:0!important;padding:0!important}
.rows li{display:flex;gap:12px;align-items:center;justify-content:space-between;padding:11px 0;margin:0!important;border-top:1px solid var(--line)}
.rows li:first-child{border-top:0;padding-top:0}.rows li:last-child{padding-bottom:0}.rows li>div{flex:1;min-width:0}
.rows b,.rows .soft{display:block;overflow-wrap:anywhere}.rows code{display:inline-block;margin-top:4px;font-size:12px}.rows form{flex:none}
.rows button{padding:5px 12px;min-height:36px;font-size:14px}.events .chip{margin-top:3px}
.events time{flex:none;width:92px;font-variant-numeric:tabular-nums}.ms{flex:none;font-variant-numeric:tabular-nums;color:var(--soft);font-size:13px}
.events li.lit{animation:arrive 2.4s ease-out}@keyframes arrive{from{background:rgba(41,211,255,.28)}to{background:transparent}}
.rows details{margin-top:4px;font-size:13px}.rows summary{cursor:pointer;width:fit-content;color:var(--soft)}
.rows pre{margin:6px 0 0;max-height:320px;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;font-size:12px}
.head,.steps li,.add{display:flex;gap:10px;align-items:center}.head b,.steps span{flex:1;min-width:0;overflow-wrap:anywhere}
.steps{list-style:none;counter-reset:step;margin:8px 0!important;padding:0!important}.rows .steps li{flex-wrap:nowrap;padding:6px 0}
.steps li::before{counter-increment:step;content:counter(step) ".";color:var(--soft)}
.add{flex-wrap:wrap;margin:8px 0}.add label{flex:none;width:116px}.add :is(input,select){font:inherit;flex:1;min-width:90px;padding:6px 10px;
border-radius:10px;border:1px solid var(--line);background:var(--bg);color:inherit;min-height:36px}
.acts button.chosen{border-color:var(--accent);color:var(--accent)}
.hide{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media(max-width:720px){.wrap{padding:24px 14px 48px}.cols{grid-template-columns:1fr;gap:0}.echo{flex-direction:column;text-align:center;padding:22px 16px}
.words{width:100%}.chips,.acts,.talk{justify-content:center}.events time{width:auto;font-size:12px}.events li{flex-wrap:wrap;gap:2px 10px}
.events li>div{order:3;flex-basis:100%}.rows:not(.events) li{flex-wrap:wrap}.rows:not(.events) li>div{flex-basis:100%}}
@media(prefers-reduced-motion:reduce){*{animation-duration:.01s!important}.events li.lit{outline:2px solid #29d3ff}}
`;
