import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWebUrl } from './web-url.ts';

for (const text of [
  'http://example.org',
  'HTTPS://example.org:8443/a?b=c#d',
  'http://127.0.0.1:8200/x',
  'http://[::1]/',
  'https://bücher.example',
  'https://example.org//a',
])
  test(`${text} is an absolute URL`, () => assert.equal(isWebUrl(text), true));

for (const text of [
  '',
  'example.org',
  '/x',
  '//example.org',
  'http:x',
  'http:/x',
  'http://',
  'http:///127.0.0.1:8200/x',
  'https:////x',
  'http:\\\\x',
  'http://\\x',
  'http://\t/x',
  ' http://x',
  'http://?x',
  'http://#x',
  'http://:80/',
  'http://a b/',
  'ftp://example.org',
  'javascript:alert(1)',
])
  test(`${JSON.stringify(text)} is not an absolute URL`, () => assert.equal(isWebUrl(text), false));
