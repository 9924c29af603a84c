import assert from 'node:assert/strict';
import { refused, shows } from '../expect.ts';
import { candidate } from '../given.ts';
import { client } from '../installation.ts';
import { rule } from '../rule.ts';

const ARCHIVED = 23;
const HIRE = 2003;
const REJECTED = 2004;
const QUALIFIED = 2005;

rule('status.set', 'A status is read back with its time', async () => {
  for (const statusId of [HIRE, REJECTED, QUALIFIED, ARCHIVED]) {
    const id = await candidate();
    const entry = await client.candidates.setStatus(id, { statusId, comment: 'As agreed.' });
    assert.ok(entry.id > 0);
    const { statusId: now, status, statusChangedAtUtc } = await client.candidates.get(id);
    assert.equal(now, statusId);
    assert.ok(status && statusChangedAtUtc);
  }
});

rule('status.anyOrder', 'A rejected candidate can be hired', async () => {
  const id = await candidate();
  for (const statusId of [REJECTED, HIRE, QUALIFIED, REJECTED, QUALIFIED, HIRE]) {
    await client.candidates.setStatus(id, { statusId });
    assert.equal((await client.candidates.get(id)).statusId, statusId);
  }
});

rule('status.archivedIsFinal', 'An archived candidate keeps the status', async () => {
  const id = await candidate();
  await client.candidates.setStatus(id, { statusId: ARCHIVED });
  for (const statusId of [HIRE, REJECTED, QUALIFIED])
    await refused(client.candidates.setStatus(id, { statusId }), { statusId: 'notAllowed' });
  assert.equal((await client.candidates.get(id)).statusId, ARCHIVED);
});

rule('status.archivedAgain', 'Archiving twice is accepted and changes nothing', async () => {
  const id = await candidate();
  const entry = await client.candidates.setStatus(id, { statusId: ARCHIVED });
  const before = await client.candidates.get(id);
  assert.deepEqual(await client.candidates.setStatus(id, { statusId: ARCHIVED }), entry);
  assert.deepEqual(await client.candidates.get(id), before);
});

rule('status.noOthers', 'The status 24 is rejected', async () => {
  await refused(client.candidates.setStatus(await candidate(), { statusId: 24 }), {
    statusId: 'unknownReference',
  });
});

rule(
  'status.ownOperation',
  'A signed contract and the end of operation do not change the status',
  async () => {
    const id = await candidate();
    await client.candidates.setStatus(id, { statusId: QUALIFIED });
    const { statusChangedAtUtc } = await client.candidates.get(id);
    await client.candidates.setWorkContract(id, { isWorkContractSigned: true });
    await client.candidates.setEndOfOperation(id, { endOfOperationAtUtc: '2027-06-30T22:00:00Z' });
    shows(await client.candidates.get(id), { statusId: QUALIFIED, statusChangedAtUtc });
  },
);
