import * as react from 'react/jsx-dev-runtime';

import { apart } from './apart.ts';

export { Fragment } from 'react/jsx-dev-runtime';

export const jsxDEV: typeof react.jsxDEV = (type, given, key, isStatic, source, self) => {
  const props = apart(type, given);
  return react.jsxDEV(type, props, key, isStatic && Array.isArray(props.children), source, self);
};
