import { has, pairs, text, type Params } from '../params.ts';
import { wrong } from '../refusal.ts';

/** Empty values remove their keys. Empty metadata removes all keys. */
export function mergedMetadata(
  params: Params,
  before: Record<string, string> = {},
  ...path: string[]
): Record<string, string> {
  const at = path.length === 0 ? ['metadata'] : path;
  const param = at.map((name, i) => (i === 0 ? name : `[${name}]`)).join('');
  const details = pairs(params, ...at);
  const cleared = has(params, ...at) && text(params, ...at) === undefined && Object.keys(details).length === 0;
  const merged = Object.fromEntries(
    Object.entries({ ...(cleared ? {} : before), ...details }).filter(([, value]) => value !== ''),
  );
  if (Object.keys(merged).length > 50) throw wrong('Metadata may hold at most 50 keys.', param);
  for (const [name, value] of Object.entries(merged)) {
    if (name.length > 40) throw wrong(`Metadata keys may have at most 40 characters: ${name}`, param);
    if (value.length > 500)
      throw wrong(`Metadata values may have at most 500 characters: ${name}`, `${param}[${name}]`);
  }
  return merged;
}
