import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMethodFinder, type Route } from './allowed-methods.ts';

const ROUTES: Route[] = [
  { method: 'PUT', path: '/candidates/{id}' },
  { method: 'DELETE', path: '/candidates/{id}' },
  { method: 'GET', path: '/candidates/{id}' },
  { method: 'GET', path: '/candidates/duplicates' },
  { method: 'POST', path: '/candidates/{id}/documents/{kind}' },
  { method: 'GET', path: '/candidates/export/documents/{day}' },
  { method: 'POST', path: '/sites' },
];

const CASES: [path: string, methods: string[]][] = [
  ['/candidates/7', ['GET', 'HEAD', 'PUT', 'DELETE']],
  ['/candidates/duplicates', ['GET', 'HEAD']],
  ['/candidates/7/documents/cv', ['POST']],
  ['/candidates/export/documents/2026-03-02', ['GET', 'HEAD']],
  ['/sites', ['POST']],
  ['/sites/', []],
  ['/nothing', []],
];

for (const [path, methods] of CASES) {
  test(`the methods of ${path} do not depend on the order of the routes`, () => {
    assert.deepEqual(createMethodFinder(ROUTES)(path), methods);
    assert.deepEqual(createMethodFinder(ROUTES.toReversed())(path), methods);
  });
}
