/** In the order of the menu. */
export const snippetKinds = ['curl', 'javascript', 'python', 'homeAssistant', 'shortcuts'] as const;

export type SnippetKind = (typeof snippetKinds)[number];
