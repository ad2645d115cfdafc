// A string stays as it is, whatever it looks like inside; a comment, and a comma that nothing follows, go.
const parts = /"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const lastCommas = /"(?:\\.|[^"\\])*"|,(?=\s*[}\]])/g;

const onlyStrings = (part: string): string => (part.startsWith('"') ? part : '');

/** JSON whose authors may say why: `//` and block comments, and a comma after the last entry. */
export const readJsonc = (text: string): unknown =>
  JSON.parse(text.replaceAll(parts, onlyStrings).replaceAll(lastCommas, onlyStrings));
