/** Literal between double quotes in POSIX shells, PowerShell and the Windows Command Prompt. */
const plain = /^[\w ./:=&?@,+~•-]*$/;

/** The Windows Command Prompt supports only double quotes. Texts that need more are quoted for POSIX shells. */
export const shellWord = (text: string): string =>
  plain.test(text) ? `"${text}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** YAML breaks lines at some of these and rejects the others. */
const unreadable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Valid in JavaScript, Python and YAML. */
export const textLiteral = (text: string): string =>
  JSON.stringify(text).replace(unreadable, (one) => String.raw`\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
