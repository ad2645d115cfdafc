/** Where a webhook may be used from, as the menu lists it. */
export const snippetKinds = ['curl', 'javascript', 'python', 'homeAssistant', 'shortcuts'] as const;

export type SnippetKind = (typeof snippetKinds)[number];
