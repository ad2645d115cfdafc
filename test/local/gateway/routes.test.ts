import { expect, test } from 'vitest';

import { routeTable } from './routes.ts';

const find = routeTable(
  [
    'GET /pets',
    'GET /pets/{id}',
    'GET /pets/dog',
    'GET /pets/dog/{name}',
    'ANY /pets/{id}',
    'GET /pets/{id}/toys/{toy}',
    'ANY /pets/{rest+}',
  ].map((target) => {
    const [method = '', path = ''] = target.split(' ');
    return { method, path, target };
  }),
);

test.each([
  ['GET', '/pets', 'GET /pets', undefined],
  ['GET', '/pets/dog', 'GET /pets/dog', undefined],
  ['GET', '/pets/7', 'GET /pets/{id}', { id: '7' }],
  ['PUT', '/pets/7', 'ANY /pets/{id}', { id: '7' }],
  ['PUT', '/pets/dog', 'ANY /pets/{id}', { id: 'dog' }],
  ['GET', '/pets/dog/rex', 'GET /pets/dog/{name}', { name: 'rex' }],
  ['GET', '/pets/dog/toys/ball', 'GET /pets/{id}/toys/{toy}', { id: 'dog', toy: 'ball' }],
  ['GET', '/pets/a/b/c', 'ANY /pets/{rest+}', { rest: 'a/b/c' }],
])('routes %s %s to %s', (method, path, target, params) => {
  expect(find(method, path)).toEqual({ target, routeKey: target, ...(params && { params }) });
});

test.each([
  ['PUT', '/pets'],
  ['GET', '/pets/'],
  ['GET', '/'],
  ['GET', '/cats'],
])('finds no route for %s %s', (method, path) => {
  expect(find(method, path)).toBeUndefined();
});
