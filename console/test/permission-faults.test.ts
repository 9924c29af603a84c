import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOf, nameFaults } from '../areas/access/clients/permission-faults.ts';
import { CallError, faultsIn } from '../core/api/errors.ts';

test('a fault stays beside its permission, whatever is chosen afterwards', async () => {
  const faults = ['name', 'permissions[1]'].map((property) => ({
    property,
    code: 'notAllowed' as const,
    message: 'is not allowed.',
  }));
  const refused = Promise.reject(
    new CallError(400, { messageGuid: '', message: '', validationErrors: faults } as never, null),
  );
  const sent = ['candidates:read', 'users:write', 'jobads:read'];
  const found = faultsIn(await nameFaults(sent, refused).catch((error: unknown) => error));
  assert.deepEqual(
    found.map(({ property }) => property),
    ['name', 'permissions.users:write'],
  );
  assert.equal(faultOf('users:write', found)?.code, 'notAllowed');
  assert.equal(faultOf('jobads:read', found), undefined);
});

test('an error without a fault of a permission stays as it is, with its reference', async () => {
  const sent = ['candidates:read'];
  const faults = [{ property: 'isDisabled', code: 'notAllowed', message: 'is not allowed.' }];
  const refused = new CallError(
    400,
    { messageGuid: 'a', message: '', validationErrors: faults } as never,
    null,
  );
  await assert.rejects(nameFaults(sent, Promise.reject(refused)), refused);
  const failed = new CallError(503, undefined, null);
  await assert.rejects(nameFaults(sent, Promise.reject(failed)), failed);
});
