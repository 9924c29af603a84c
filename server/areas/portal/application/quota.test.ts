import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { countStored, newEmail } from '../../../testing/portal-applications.ts';
import {
  errorsOf,
  FILLED_IN,
  insertAd,
  keptFields,
  pdf,
  tokenOf,
  Visitor,
  valuesOf,
} from '../../../testing/portal-visitor.ts';
import { setDocumentQuota } from '../../tenants/index.ts';

const service = await startTestService();
const visitor = new Visitor(service);
const db = service.services.database.tenant(service.tenant.id);

const applicationsOf = (email: string) =>
  service.sql<{ files: number }>(
    `SELECT (SELECT count(*)::int FROM document AS d WHERE d.candidate_id = c.id) AS files FROM candidate AS c
      WHERE c.email = $1`,
    [email],
  );

test('a form whose files exceed the quota comes back, and can be sent without them', async () => {
  const jobAdId = await insertAd(service);
  const email = newEmail();
  await setDocumentQuota(db, service.tenant.id, 1);
  const before = await countStored(service);
  const page = await visitor.apply(jobAdId, {
    email,
    cv: pdf('Lebenslauf.pdf'),
    documents: pdf('Zeugnis.pdf'),
  });
  assert.equal(page.status, 507);
  assert.deepEqual(errorsOf(page), [
    'Dateien können wir gerade nicht annehmen. Wählen Sie die Dateien ab und bewerben Sie sich ohne sie, oder versuchen Sie es später noch einmal.',
  ]);
  assert.equal(valuesOf(page).email, email);
  assert.deepEqual(await countStored(service), before);
  const token = tokenOf(page);
  const held = { ...FILLED_IN, email, token };
  // The files are still chosen.
  const again = await visitor.send(jobAdId, { ...held, ...keptFields(page) });
  assert.equal(again.status, 507);
  const sent = await visitor.send(jobAdId, { ...held, ...keptFields(again, () => false) });
  assert.equal(sent.status, 303, errorsOf(sent).join());
  assert.deepEqual(await applicationsOf(email), [{ files: 0 }]);
});

test('the files of a form that came back are sent with it once there is room', async () => {
  const jobAdId = await insertAd(service);
  const email = newEmail();
  await setDocumentQuota(db, service.tenant.id, 1);
  const page = await visitor.apply(jobAdId, { email, documents: pdf('Zeugnis.pdf') });
  assert.equal(page.status, 507);
  await setDocumentQuota(db, service.tenant.id, null);
  const sent = await visitor.send(jobAdId, {
    ...FILLED_IN,
    email,
    token: tokenOf(page),
    ...keptFields(page),
  });
  assert.equal(sent.status, 303, errorsOf(sent).join());
  assert.deepEqual(await applicationsOf(email), [{ files: 1 }]);
});
