import { deleteAll, wholeTable, type StoredItem } from '#functions/data/whole-table.ts';

import { BadArguments } from '../bad-arguments.ts';
import { findPerson } from '../find-person.ts';
import type { OperatorCommand, Operator } from '../operator.ts';

const usage = `<user id or e-mail> | --everybody  [--yes]

Ends the sessions of one user, or of all users, for example after session ids leaked. Every browser has to sign in again,
and sign-ins in progress start over. Webhooks, voice and groups are not affected. Session ids are random and stored as
hashes, so there is no key to change: ending the sessions is their rotation.`;

export const signOut: OperatorCommand = {
  name: 'sign-out',
  about: 'end the sessions of a user, or of all users',
  usage,
  options: { everybody: 'switch', yes: 'switch' },
  words: { min: 0, max: 1 },
  run: async ({ words: [word], has }, operator) => {
    if ((word === undefined) !== has('everybody')) throw new BadArguments('Name a user, or add --everybody.');
    const userId = word === undefined ? undefined : (await findPerson(operator, word)).id;
    let ended = 0;
    for await (const page of wholeTable(operator.table, operator.now())) {
      const sessions = page.filter((item) => isSessionOf(item, userId));
      ended += sessions.filter(({ type }) => type !== 'userSession').length;
      if (has('yes')) await deleteAll(operator.table, sessions);
    }
    printResult(operator, ended, has('yes'));
    return 'done';
  },
};

const sessionTypes: ReadonlySet<unknown> = new Set(['session', 'userSession', 'signInState']);

/** An unfinished sign-in has no user yet, so only `--everybody` ends it. */
const isSessionOf = ({ type, userId }: StoredItem, wanted: string | undefined): boolean =>
  sessionTypes.has(type) && (wanted === undefined || userId === wanted);

function printResult({ print }: Operator, ended: number, isDone: boolean): void {
  print(
    isDone ? `${ended} sessions were ended.` : `${ended} sessions would end. Nothing was changed; add --yes to do it.`,
  );
}
