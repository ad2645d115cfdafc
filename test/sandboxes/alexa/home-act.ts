import { html, type Html } from '../kit-html.ts';

/** A button that triggers an action in a home. */
export function act(at: string, name: string, label: string, look = '', fields: Record<string, string> = {}): Html {
  const hidden = Object.entries(fields).map(
    ([key, value]) => html`<input type="hidden" name="${key}" value="${value}" />`,
  );
  return html`<form method="post" action="${at}/${name}">${hidden}<button class="${look}">${label}</button></form>`;
}
