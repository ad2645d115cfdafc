import type { ElementType, Key } from 'react';
import * as react from 'react/jsx-runtime';

import { apart, type Props } from './apart.ts';

export { Fragment } from 'react/jsx-runtime';

export const jsx = (type: ElementType, props: Props, key?: Key) => react.jsx(type, apart(type, props), key);
export const jsxs = (type: ElementType, props: Props, key?: Key) => react.jsxs(type, apart(type, props), key);
