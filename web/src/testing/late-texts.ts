/** The files of texts that code loads by itself, once it is about to show them. */
export const lateTextsIn = (code: string): string[] =>
  Array.from(code.matchAll(/loadPageTexts\(\['([\w-]+)'\]\)/g), ([, file = '']) => file);
