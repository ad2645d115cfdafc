import * as react from 'react/jsx-runtime';

import { apart } from './apart.ts';

export { Fragment } from 'react/jsx-runtime';

export const jsx: typeof react.jsx = (type, props, key) => react.jsx(type, apart(type, props), key);
export const jsxs: typeof react.jsxs = (type, props, key) => react.jsxs(type, apart(type, props), key);
