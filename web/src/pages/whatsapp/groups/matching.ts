import type { GroupChoice } from '#shared/contracts/whatsapp.ts';

export const matching = (choices: readonly GroupChoice[], search: string): readonly GroupChoice[] => {
  const wanted = plain(search.trim());
  return wanted === '' ? choices : choices.filter(({ name }) => plain(name).includes(wanted));
};

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();
