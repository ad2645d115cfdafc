/** In the order of the menu. */
export const snippetKinds = [
  'curl',
  'javascript',
  'python',
  'homeAssistant',
  'shortcuts',
  'n8n',
  'nodeRed',
  'esp32',
  'httpShortcuts',
] as const;

export type SnippetKind = (typeof snippetKinds)[number];
