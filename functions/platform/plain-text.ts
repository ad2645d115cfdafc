/** What somebody wrote, as it is kept: composed, without white space around it, and with blanks where a program would be told something. */
export const plainText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .trim();
