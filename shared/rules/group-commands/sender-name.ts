const maxLetters = 30;

/** Returns undefined for a name that may be a phone number. */
export function senderName(name: string | undefined): string | undefined {
  const plain = (name ?? '')
    .replace(/[*_~`]|(?!\u200d)\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const short = Array.from(plain).slice(0, maxLetters).join('').trim();
  const digits = plain.normalize('NFKD').match(/\p{N}/gu)?.length ?? 0;
  return !/[\p{L}\p{N}\p{S}]/u.test(short) || digits >= 6 ? undefined : short;
}
