/** In the order of the menu. */
export const snippetKinds = [
  'curl',
  'javascript',
  'python',
  'homeAssistant',
  'shortcuts',
  'httpShortcuts',
  'tasker',
  'n8n',
  'nodeRed',
  'esp32',
] as const;

export type SnippetKind = (typeof snippetKinds)[number];
