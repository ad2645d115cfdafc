export const lateTextsIn = (code: string): string[] =>
  Array.from(code.matchAll(/loadPageTexts\(\['([\w-]+)'\]\)/g), ([, file = '']) => file);
