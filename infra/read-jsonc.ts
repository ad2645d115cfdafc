// Both patterns also match strings, so that comment markers and commas inside a string stay.
const stringsAndComments = /"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const stringsAndTrailingCommas = /"(?:\\.|[^"\\])*"|,(?=\s*[}\]])/g;

const keepString = (match: string): string => (match.startsWith('"') ? match : '');

export const readJsonc = (text: string): unknown =>
  JSON.parse(text.replaceAll(stringsAndComments, keepString).replaceAll(stringsAndTrailingCommas, keepString));
