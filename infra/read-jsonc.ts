// A string is kept; a comment and a last comma go.
const parts = /"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const lastCommas = /"(?:\\.|[^"\\])*"|,(?=\s*[}\]])/g;

const onlyStrings = (part: string): string => (part.startsWith('"') ? part : '');

export const readJsonc = (text: string): unknown =>
  JSON.parse(text.replaceAll(parts, onlyStrings).replaceAll(lastCommas, onlyStrings));
