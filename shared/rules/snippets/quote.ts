/** Characters that mean the same between double quotes to a POSIX shell, to PowerShell and to the Command Prompt: themselves. */
const plain = /^[\w ./:=&?@,+~•-]*$/;

/**
 * A word for a command line. What every shell leaves alone stands between double quotes, the only ones that the Command
 * Prompt of Windows knows; anything else is quoted as POSIX shells read it.
 */
export const shellWord = (text: string): string =>
  plain.test(text) ? `"${text}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** JSON lets these stand as they are; YAML breaks lines at some of them and refuses the others. */
const unreadable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** A text between double quotes that JavaScript, Python and YAML read alike. */
export const textLiteral = (text: string): string =>
  JSON.stringify(text).replace(unreadable, (one) => String.raw`\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
