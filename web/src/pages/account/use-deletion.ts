import { useQuery } from '@tanstack/react-query';

import { accountContract } from '#shared/contracts/account.ts';
import { keyFor, queryFor } from '#web/api/query-for.ts';

const { readDeletion } = accountContract;

export const deletionKey = keyFor(readDeletion, {});

/** `null` when nothing is planned. */
export const useDeletion = () => useQuery(queryFor(readDeletion, {}));
