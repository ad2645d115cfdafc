import { text, type Params } from './params.ts';
import { wrong } from './refusal.ts';

export function address(params: Params, ...path: string[]): string | undefined {
  const value = text(params, ...path);
  if (value === undefined || URL.canParse(value.replace('{CHECKOUT_SESSION_ID}', 'id'))) return value;
  const param = path.map((name, i) => (i === 0 ? name : `[${name}]`)).join('');
  throw wrong('Not a valid URL', param, 'url_invalid');
}
