import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { explainFileError, FileAccessError } from './file-error.ts';

const DATA = resolve('/srv/data');
const use = { path: DATA, what: 'the directory', setting: 'DATA_DIR' };
const refused = (fault: { code: string; syscall?: string; path?: string }) =>
  Object.assign(new Error('The system refuses it.'), { syscall: 'open', ...fault });

for (const [where, path] of [
  ['of the path', DATA],
  ['of what is in it', join(DATA, 'postgres', 'cluster')],
  ['of what has a name that begins with two dots', join(DATA, '..name')],
  ['of a directory above it, which would be created', resolve('/srv')],
  ['of an open file, whose path the system does not name', undefined],
] as const)
  test(`an error ${where} is explained with the setting`, () => {
    const error = explainFileError(refused({ code: 'ENOSPC', ...(path !== undefined && { path }) }), use);
    assert.ok(error instanceof FileAccessError);
    assert.equal(
      error.message,
      `DATA_DIR: the directory ${DATA} cannot be used (ENOSPC). The disk is full. Make space, or set DATA_DIR to another place.`,
    );
  });

test('a disk that fails is to be checked', () => {
  const error = explainFileError(refused({ code: 'EIO', path: DATA }), use) as Error;
  assert.match(
    error.message,
    /\(EIO\)\. Its disk or file server fails\. Check the disk and its mount, or set/,
  );
});

for (const [what, fault] of [
  ['of a file elsewhere', { code: 'EACCES', path: resolve('/tmp/socket') }],
  ['of a neighbor whose name begins like the path', { code: 'EACCES', path: `${DATA}-2` }],
  ['that is not about the file', { code: 'EMFILE', path: DATA }],
  ['of a connection', { code: 'EACCES', syscall: 'connect' }],
] as const)
  test(`an error ${what} is left as it is, because the setting is not its cause`, () => {
    const error = refused(fault);
    assert.equal(explainFileError(error, use), error);
  });
