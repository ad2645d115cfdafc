// Both patterns also match strings, which are kept. Comments and trailing commas are removed.
const parts = /"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const lastCommas = /"(?:\\.|[^"\\])*"|,(?=\s*[}\]])/g;

const onlyStrings = (part: string): string => (part.startsWith('"') ? part : '');

export const readJsonc = (text: string): unknown =>
  JSON.parse(text.replaceAll(parts, onlyStrings).replaceAll(lastCommas, onlyStrings));
