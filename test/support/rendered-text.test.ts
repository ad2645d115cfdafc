import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { trackedFiles } from './tracked-files.ts';

const node = z.looseObject({ type: z.string() });
type Node = z.output<typeof node>;

const asNode = (value: unknown): Node | undefined => node.safeParse(value).data;
const under = (value: unknown): Node[] =>
  Object.values(Object(value))
    .flatMap((each) => (Array.isArray(each) ? each : [each]))
    .flatMap((each) => asNode(each) ?? []);
const nameOf = (value: unknown): string => String(Object(value)['name'] ?? '');

/** Elements, `undefined`, values from the parent, and calls that return elements. */
function isElement(value: unknown): boolean {
  const of = asNode(value);
  if (!of) return true;
  if (of.type === 'ConditionalExpression') return isElement(of['consequent']) && isElement(of['alternate']);
  if (of.type === 'LogicalExpression') return isElement(of['right']);
  if (of.type === 'MemberExpression' || of.type === 'TemplateLiteral') return false;
  if (of.type === 'Literal') return of['value'] === null;
  if (of.type !== 'CallExpression') return true;
  const callee = asNode(of['callee']);
  const called = nameOf(callee?.type === 'MemberExpression' ? callee['property'] : callee);
  return ['createPortal', 'children', 'map', 'cloneElement'].includes(called);
}

/** Return values of a component, without those of nested functions. */
function returnsOf(body: Node): unknown[] {
  if (body.type === 'ReturnStatement') return [body['argument']];
  return body.type.includes('Function') ? [] : under(body).flatMap(returnsOf);
}

/** Names of the components that return text. */
function textsIn(code: string): string[] {
  const found: string[] = [];
  const visit = (one: Node): void => {
    const made = one.type === 'VariableDeclarator' ? asNode(one['init']) : one;
    const name = nameOf(one['id']);
    if (made?.type.includes('Function') && /^[A-Z]/.test(name)) {
      const body = asNode(made['body']);
      const returned = body?.type === 'BlockStatement' ? under(body).flatMap(returnsOf) : [body];
      if (!returned.every(isElement)) found.push(name);
    }
    under(one).forEach(visit);
  };
  under(parseSync('a.tsx', code).program).forEach(visit);
  return found;
}

test('returns no bare text from any component, because the JSX runtime could not create an element for it', () => {
  const pages = trackedFiles().filter(({ path }) => /^web\/src\/.*(?<!\.test)\.tsx$/.test(path));
  expect(pages.length).toBeGreaterThan(200);
  expect(pages.flatMap(({ path, text }) => textsIn(text).map((name) => `${path}: ${name}`))).toEqual([]);
});

test.each([
  ["function One() { return t('a'); }", ['One']],
  ['const One = ({ a }) => a && `b`;', ['One']],
  ['function One({ of }) { if (of.text) return of.text; return <b />; }', ['One']],
  ["function One() { const words = () => t('a'); return <>{words()}</>; }", []],
  ["const words = () => 'a'; function One({ children }) { return children; }", []],
])('finds text components in %s', (code, expected) => {
  expect(textsIn(code)).toEqual(expected);
});
