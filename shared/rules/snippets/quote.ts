/** These mean themselves between double quotes in POSIX shells, PowerShell and the Command Prompt. */
const plain = /^[\w ./:=&?@,+~•-]*$/;

/** The Command Prompt knows double quotes only; other texts are quoted for POSIX shells. */
export const shellWord = (text: string): string =>
  plain.test(text) ? `"${text}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** YAML breaks lines at some of these and refuses the others. */
const unreadable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** For JavaScript, Python and YAML alike. */
export const textLiteral = (text: string): string =>
  JSON.stringify(text).replace(unreadable, (one) => String.raw`\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
