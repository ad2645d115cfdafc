import fc from 'fast-check';

import type { Material, Mutation } from './mutation.ts';
import { hostileTexts } from './values.ts';

const escaped = (text: string): string => encodeURIComponent(text.toWellFormed());

const at =
  (change: (path: string, query: string) => string): Mutation =>
  (request) => {
    const [path = '', ...query] = request.target.split('?');
    return { ...request, target: change(path, query.join('?')) };
  };

const withQuery = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`);

export const paths = fc.constantFrom(
  ...[
    (path: string) => `${path}/`,
    (path: string) => `/${path}`,
    (path: string) => path.replaceAll('/', '//'),
    (path: string) => path.toUpperCase(),
    (path: string) => `${path}/..`,
    (path: string) => `/x/..${path}`,
    (path: string) => `/x/%2e%2e${path}`,
    (path: string) => path.replace('/api/', '/api/%2e/'),
    (path: string) => `${path}%00`,
    (path: string) => `${path}%2f`,
    (path: string) => `${path}%252e%252e%252f`,
    (path: string) => `${path};session=x`,
    (path: string) => `${path}%`,
    (path: string) => `${path}%zz`,
    (path: string) => `${path}%c0%ae`,
    (path: string) => `${path}%ff`,
    (path: string) => `${path}\\..\\x`,
    (path: string) => `http://evil.example${path}`,
    (path: string) => `${path}#x`,
    (path: string) => `${path}/${'x'.repeat(7000)}`,
    (path: string) => path.replace(/[^/]+$/, encodeURIComponent('ação')),
    (path: string) => path.replace(/[^/]+$/, '\u00e7\u00e3'),
    (path: string) => path.replace(/[^/]+$/, '__proto__'),
    (path: string) => `/prod${path}`,
    (path: string) => path.replace(/^\/prod/, ''),
  ].map((change) => at((path, query) => withQuery(change(path), query))),
);

export const ids = fc
  .tuple(fc.nat(3), fc.constantFrom(...hostileTexts, '9007199254740993', '281474976710656', '-1', '0', '1.0', '01'))
  .map(([place, value]) =>
    at((path, query) => {
      const parts = path.split('/');
      const last = Math.max(2, parts.length - 1 - place);
      return withQuery(parts.map((part, index) => (index === last ? escaped(value) || '%20' : part)).join('/'), query);
    }),
  );

export const queries = ({ foreign }: Material) =>
  fc.oneof(
    fc
      .constantFrom(
        ...Object.entries(foreign).map(([name, id]) => `${name}=${String(id)}`),
        ...['__proto__', 'constructor', 'toString'].flatMap((name) => [`${name}=x`, `${name}[a]=x`]),
        'a[]=1&a[]=2&a=3',
        '&&&===&',
        '%',
        '%zz=%',
        '%ff=%c0%ae',
        'token=&token=x',
        'orNobody=1',
        'orNobody=1&orNobody=2',
        'cursor=%00',
        `x=${'y'.repeat(7000)}`,
        'a=b&'.repeat(1000),
        '?',
      )
      .map((more) => at((path, query) => `${path}?${query === '' ? '' : `${query}&`}${more}`)),
    fc.tuple(fc.constantFrom(...hostileTexts), fc.boolean()).map(([value, twice]) =>
      at((path, query) => {
        const [first = 'cursor=x', ...rest] = query.split('&');
        const name = first.split('=')[0] || 'cursor';
        return withQuery(path, [...(twice ? [first] : []), `${name}=${escaped(value)}`, ...rest].join('&'));
      }),
    ),
  );
