import { deleteAll, wholeTable, type StoredItem } from '#functions/data/whole-table.ts';

import { BadArguments } from '../bad-arguments.ts';
import { findPerson } from '../find-person.ts';
import type { OperatorCommand, Operator } from '../operator.ts';

const usage = `<user id or e-mail> | --everybody  [--yes]

Ends the sessions of one person, or of everybody, for example because ids of sessions may have leaked: every browser has to
sign in again, and sign-ins under way begin anew. Nothing else changes; webhooks, voice and groups go on. Session ids are
random and stored as hashes, so there is no key to change: ending them is their rotation.`;

export const signOut: OperatorCommand = {
  name: 'sign-out',
  about: 'end the sessions of a person, or of everybody',
  usage,
  options: { everybody: 'switch', yes: 'switch' },
  words: { min: 0, max: 1 },
  run: async ({ words: [word], has }, operator) => {
    if ((word === undefined) !== has('everybody')) throw new BadArguments('Say whom: a user, or --everybody.');
    const userId = word === undefined ? undefined : (await findPerson(operator, word)).id;
    let ended = 0;
    for await (const page of wholeTable(operator.table, operator.now())) {
      const sessions = page.filter((item) => isSessionOf(item, userId));
      ended += sessions.filter(({ type }) => type !== 'userSession').length;
      if (has('yes')) await deleteAll(operator.table, sessions);
    }
    sayResult(operator, ended, has('yes'));
    return 'done';
  },
};

const sessionTypes: ReadonlySet<unknown> = new Set(['session', 'userSession', 'signInState']);

/** An unfinished sign-in has no user yet, so only `--everybody` ends it. */
const isSessionOf = ({ type, userId }: StoredItem, wanted: string | undefined): boolean =>
  sessionTypes.has(type) && (wanted === undefined || userId === wanted);

function sayResult({ say }: Operator, ended: number, isDone: boolean): void {
  say(isDone ? `${ended} sessions were ended.` : `${ended} sessions would end. Nothing was done; with --yes it is.`);
}
