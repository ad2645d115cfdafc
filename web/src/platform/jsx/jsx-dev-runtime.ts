import type { ElementType, Key } from 'react';
import * as react from 'react/jsx-dev-runtime';

import { apart, type Props } from './apart.ts';

export { Fragment } from 'react/jsx-dev-runtime';

type Place = Parameters<typeof react.jsxDEV>[4];

/** `place` and `self` are used in React's messages. */
export function jsxDEV(
  type: ElementType,
  given: Props,
  key: Key | undefined,
  isStatic: boolean,
  place?: Place,
  self?: unknown,
) {
  const props = apart(type, given);
  return react.jsxDEV(type, props, key, isStatic && Array.isArray(props.children), place, self);
}
