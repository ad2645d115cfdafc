export const lateTextsIn = (code: string): string[] =>
  Array.from(code.matchAll(/(?:loadPageTexts\(|withTexts\(\{\s*texts: )\[([^\]]+)\]/g), ([, files = '']) =>
    Array.from(files.matchAll(/'([\w-]+)'/g), ([, file = '']) => file),
  ).flat();
