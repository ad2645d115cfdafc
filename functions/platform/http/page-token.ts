import { hashOf } from '../hashes.ts';
import type { Person } from './request-context.ts';

/**
 * A token that only our page and this session know. URLs that end something require it: a link on another site cannot
 * contain it, whatever origin headers the browser sends.
 */
export const pageToken = ({ sessionIdHash }: Pick<Person, 'sessionIdHash'>, workspaceId: number): string =>
  hashOf(`page ${workspaceId} ${sessionIdHash}`);
