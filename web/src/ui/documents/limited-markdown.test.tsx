import * as fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { LimitedMarkdown, mayLinkTo, piecesOf } from './limited-markdown.tsx';

const html = (text: string) => renderToStaticMarkup(<LimitedMarkdown text={text} />);

/** Marks, schemes, quotes, tags and control characters in any order. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom('**', '[', ']', '(', ')', '](', 'javascript:', 'JaVaScRiPt:', 'data:text/html,', 'vbscript:'),
      fc.constantFrom(
        '//evil.example',
        '/\\evil',
        'https://',
        'http:',
        'mailto:',
        '/terms',
        '<script>',
        '"',
        "'",
        '&',
        '\n',
      ),
      fc.constantFrom('[x](javascript:alert`1`)', '[x](//a.b)', '[a](https://a.b)', '[a](/terms)', '\u0000', '\t'),
      fc.string({ unit: 'binary' }),
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''));

test('renders bold and links as elements and everything else as text', { tags: 'spec-141.2' }, () => {
  expect(piecesOf('a **b** [c](/terms) d')).toEqual([
    { kind: 'text', text: 'a ' },
    { kind: 'bold', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'c', target: '/terms' },
    { kind: 'text', text: ' d' },
  ]);
  expect(html('<b>1 < 2</b> **')).toBe('<span>&lt;b&gt;1 &lt; 2&lt;/b&gt; **</span>');
});

test.each(['https://a.example/x?y=1', 'http://a.example', 'mailto:a@b.example', '/privacy', '/terms#s3'])(
  'allows a link to %s',
  (target) => expect(mayLinkTo(target)).toBe(true),
);

test.each([
  'javascript:alert(1)',
  'JAVASCRIPT:alert`1`',
  'data:text/html,x',
  'vbscript:x',
  '//evil.example',
  '/\\evil.example',
  'https:evil',
  'https:///evil.example',
  'ftp://a.example',
  'terms',
  'blob:https://a.example/1',
])('renders a link to %s as plain text', (target) => {
  expect(mayLinkTo(target)).toBe(false);
  expect(html(`[click](${target.replaceAll(/[()]/g, '')})`)).not.toContain('<a');
});

test('never links outside the allowed schemes', { tags: 'threat-open-redirect' }, () => {
  const own = 'https://recado.example';
  const isAllowed = (target: string) => {
    const { protocol, origin } = new URL(target, own);
    return target.startsWith('/') ? origin === own : ['http:', 'https:', 'mailto:'].includes(protocol);
  };
  fc.assert(
    fc.property(hostileText, (text) => {
      const targets = piecesOf(text).flatMap((piece) => (piece.kind === 'link' ? [piece.target] : []));
      expect(targets.filter((target) => !isAllowed(target))).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test('renders only span, strong and a, and never code', { tags: 'spec-141.2' }, () => {
  const allowed = new Set(['span.class', 'strong.class', 'a.class', 'a.href', 'a.rel']);
  fc.assert(
    fc.property(hostileText, (text) => {
      const drawn = document.createElement('template');
      drawn.innerHTML = html(text);
      for (const element of drawn.content.querySelectorAll('*'))
        for (const name of [...element.getAttributeNames(), 'class'])
          expect(allowed).toContain(`${element.localName}.${name}`);
    }),
    { numRuns: 300 },
  );
});
