/**
 * | link | grant   | state      |
 * | no   | any     | notLinked  |
 * | yes  | none    | notEnabled |
 * | yes  | valid   | active     |
 * | yes  | revoked | revoked    |
 */
export function skillState(linked: boolean, grant: 'none' | 'valid' | 'revoked') {
  if (!linked) return 'notLinked';
  if (grant === 'none') return 'notEnabled';
  return grant === 'valid' ? 'active' : 'revoked';
}
