import assert from 'node:assert/strict';
import { refused } from '../expect.ts';
import { candidate, unique, uniqueEmail } from '../given.ts';
import { client } from '../installation.ts';
import { rule } from '../rule.ts';

type Question = Parameters<typeof client.candidates.findDuplicates>[0];

async function matches(id: number, question: Question): Promise<string[] | undefined> {
  const { duplicates } = await client.candidates.findDuplicates(question);
  return duplicates.find((duplicate) => duplicate.id === id)?.matchedOn;
}

rule('duplicates.byEmail', 'The candidate with the address is found', async () => {
  const email = uniqueEmail();
  const id = await candidate({ contact: { email } });
  assert.ok((await matches(id, { email: email.toUpperCase() }))?.includes('email'));
  assert.equal(await matches(id, { email: uniqueEmail() }), undefined);
});

rule('duplicates.canonical', 'An address with a plus suffix is the same mailbox', async () => {
  const email = uniqueEmail();
  const id = await candidate({ contact: { email } });
  const found = await matches(id, { email: email.replace('@', '+jobs@') });
  assert.ok(found?.includes('emailCanonical'));
});

rule('duplicates.widened', 'Meyer is found as Maier with the same birth date', async () => {
  const firstName = unique('Ada').replaceAll(/[-\d]/g, '');
  const id = await candidate({
    firstName,
    lastName: 'Meyer',
    birth: { date: '1990-05-17' },
    contact: { phone: '030 23125100' },
  });
  const email = uniqueEmail();
  const named = await matches(id, { email, firstName, lastName: 'Maier', birthDate: '1990-05-17' });
  assert.deepEqual([...(named ?? [])].sort(), ['birthDate', 'name']);
  assert.ok((await matches(id, { email, phone: '+49 30 23125100' }))?.includes('phone'));
});

rule('duplicates.emailRequired', 'A search without an e-mail address is rejected', async () => {
  await refused(client.candidates.findDuplicates({ lastName: 'Meyer' } as Question), { email: 'required' });
});
