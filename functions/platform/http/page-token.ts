import { hashOf } from '../hashes.ts';
import type { Person } from './request-context.ts';

/**
 * Which only our page and this session know, for addresses that end something: a link on another site does not have it,
 * whatever the browser tells about where it came from.
 */
export const pageToken = ({ sessionIdHash }: Pick<Person, 'sessionIdHash'>, workspaceId: number): string =>
  hashOf(`page ${workspaceId} ${sessionIdHash}`);
