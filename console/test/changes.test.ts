import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { LOOKED_AT } from '../../server/areas/changes/latest/queries.ts';
import { makeBranch } from '../../server/testing/makers/branches.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { rowOf } from './privacy-steps.ts';

const { service, consoleTest, urlOf } = await openConsole();

async function createData() {
  const tenant = await service.createTenant();
  const { api, id: tenantId } = tenant;
  const create = async (path: string, body: object): Promise<number> => {
    const response = await api.post(path, body);
    assert.equal(response.status, 200, response.text);
    return response.body.id;
  };
  return {
    tenant,
    api,
    admin: await service.platform('admin', tenant),
    createCandidate: () => create('/candidates', { firstName: 'Ada', lastName: 'Muster' }),
    createCompany: () => create('/customers', { name: 'Werk GmbH' }),
    /** Changes of candidates, newer than the others. */
    insertChanges: (count: number) =>
      service.sql(
        `INSERT INTO change_log (tenant_id, generation, transaction_id, sequence, entity, record_id, row_guid, kind, changed_at)
         SELECT $1::int, log.generation, log.transaction_id, nextval('change_log_sequence'), 'candidate', g, gen_random_uuid(), 'modified', log.changed_at
           FROM (SELECT * FROM change_log WHERE tenant_id = $1 ORDER BY generation DESC, transaction_id DESC, sequence DESC LIMIT 1) AS log,
                generate_series(1, $2::int) AS g`,
        [tenantId, count],
        tenantId,
      ),
  };
}
type Data = Awaited<ReturnType<typeof createData>>;

const open = async (page: Page, { cookie }: { cookie: string }, search = '') => {
  await service.settle();
  await openAs(page, urlOf(`/developers?tab=changes${search}`), cookie);
  await page.getByRole('heading', { level: 2, name: 'Änderungen' }).waitFor();
};

/** Record and kind of each row about candidates and companies, from top to bottom. */
async function rowsIn(page: Page): Promise<string[]> {
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Cursor kopieren' }) });
  const cells = await Promise.all((await rows.all()).map((row) => row.getByRole('cell').allTextContents()));
  return cells
    .map(([, record, kind]) => `${record!.match(/^\D+\d+/)![0]} ${kind}`)
    .filter((text) => /^(Bewerber|Kunde) /.test(text));
}

/** A new candidate, a new company, and a change of the candidate. */
async function createChanges({ api, createCandidate, createCompany }: Data) {
  const candidate = await createCandidate();
  const company = await createCompany();
  assert.equal((await api.put(`/candidates/${candidate}`, { lastName: 'Andere' })).status, 204);
  return { candidate, company };
}

consoleTest('the newest change is first, and leads to its record', async (page) => {
  const data = await createData();
  const { candidate, company } = await createChanges(data);
  await openAs(page, urlOf('/developers'), data.admin.cookie);
  await service.settle();
  await page.getByRole('link', { name: 'Änderungen' }).click();
  await rowOf(page, `Kunde ${company}`).waitFor();
  assert.deepEqual(await rowsIn(page), [
    `Bewerber ${candidate} geändert`,
    `Kunde ${company} neu`,
    `Bewerber ${candidate} neu`,
  ]);
  const time = rowOf(page, `Kunde ${company}`).locator('time').first();
  assert.match((await time.getAttribute('title'))!, /\d{4} um \d\d:\d\d Uhr$/);
  await page
    .getByRole('link', { name: `Bewerber ${candidate}` })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'Andere' }).waitFor();
  // A record that is gone has no page.
  const officeId = await makeBranch(service, 'Berlin', data.tenant);
  const { id } = (await data.admin.post('/jobads', { title: 'Schlosser', officeId })).body;
  assert.equal((await data.admin.delete(`/jobads/${id}`)).status, 204);
  await open(page, data.admin, `&entity=jobad&record=${id}`);
  await rowOf(page, 'gelöscht').waitFor();
  assert.equal(await rowOf(page, 'gelöscht').getByRole('link').count(), 0);
  await rowOf(page, 'neu').getByRole('link').waitFor();
});

consoleTest('changes of a user and of a branch lead to their pages', async (page) => {
  const data = await createData();
  const branch = (await data.admin.post('/branches', { name: 'Emden' })).body.id;
  const colleague = (
    await data.admin.post('/users', {
      firstName: 'Eva',
      lastName: 'Kern',
      email: 'eva@firm.example',
      role: 'viewer',
    })
  ).body.id;
  await service.settle();
  await open(page, data.admin, `&entity=branch&record=${branch}`);
  await rowOf(page, 'neu').getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Emden' }).waitFor();
  await open(page, data.admin, `&entity=user&record=${colleague}`);
  await rowOf(page, 'neu').getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Eva Kern' }).waitFor();
});

consoleTest('who may not read the records has a list without links', async (page) => {
  const data = await createData();
  const { candidate } = await createChanges(data);
  await open(page, await service.platform('integrator', data.tenant));
  await rowOf(page, `Bewerber ${candidate}`).first().waitFor();
  assert.equal((await rowsIn(page)).length, 3);
  assert.equal(await page.getByRole('table').getByRole('link').count(), 0);
});

consoleTest('the filters are in the address, and apply after a reload', async (page) => {
  const data = await createData();
  const { candidate, company } = await createChanges(data);
  const other = await data.createCandidate();
  await open(page, data.admin);
  await rowOf(page, `Bewerber ${other}`).waitFor();
  await page.getByLabel('Art des Datensatzes').selectOption('Bewerber');
  await rowOf(page, `Kunde ${company}`).waitFor({ state: 'hidden' });
  // Until the new list is there, it has no row at all.
  await rowOf(page, `Bewerber ${other}`).waitFor();
  const number = page.getByLabel('Nr. des Datensatzes');
  await number.fill(String(candidate));
  await rowOf(page, `Bewerber ${other}`).waitFor({ state: 'hidden' });
  await rowOf(page, `Bewerber ${candidate}`).nth(1).waitFor();
  const expected = [`Bewerber ${candidate} geändert`, `Bewerber ${candidate} neu`];
  assert.deepEqual(await rowsIn(page), expected);
  const { searchParams } = new URL(page.url());
  assert.deepEqual(
    ['entity', 'record'].map((name) => searchParams.get(name)),
    ['candidate', String(candidate)],
  );
  await page.reload();
  await rowOf(page, `Bewerber ${candidate}`).nth(1).waitFor();
  assert.deepEqual(await rowsIn(page), expected);
  await page.getByLabel('Art des Datensatzes').selectOption('Niederlassung');
  await number.fill('2147483647');
  await page.getByText('Keine Änderung passt zu diesen Filtern.').waitFor();
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).first().click();
  await rowOf(page, `Kunde ${company}`).waitFor();
  assert.equal(await number.inputValue(), '');
  assert.equal(new URL(page.url()).search, '?tab=changes');
});

consoleTest('what cannot be the number of a record is said beside the field', async (page) => {
  const data = await createData();
  const { candidate, company } = await createChanges(data);
  await open(page, data.admin);
  await rowOf(page, `Kunde ${company}`).waitFor();
  const number = page.getByLabel('Nr. des Datensatzes');
  const isMarked = async () => (await number.getAttribute('aria-invalid')) === 'true';
  for (const entry of ['abc', '1e3', '0', '2147483648']) {
    await number.fill(entry);
    await page.getByText('Geben Sie eine ganze Zahl von 1 bis 2147483647 ein.').waitFor();
    assert.ok(await isMarked(), entry);
    assert.equal(await page.getByRole('table').count(), 0);
  }
  await number.fill(String(candidate));
  await page.getByText(/^Wählen Sie auch die Art des Datensatzes/).waitFor();
  assert.ok(await isMarked());
  await page.getByLabel('Art des Datensatzes').selectOption('Bewerber');
  await rowOf(page, `Bewerber ${candidate}`).nth(1).waitFor();
  assert.ok(!(await isMarked()));
  await rowOf(page, `Kunde ${company}`).waitFor({ state: 'hidden' });
  await number.fill('abc');
  await page.getByText('Geben Sie eine ganze Zahl').waitFor();
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
  await rowOf(page, `Kunde ${company}`).waitFor();
  assert.equal(await number.inputValue(), '');
});

consoleTest('a mirror continues after the change whose cursor was copied', async (page) => {
  const data = await createData();
  const { candidate, company } = await createChanges(data);
  await open(page, data.admin);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const button = page.getByRole('button', { name: `Cursor kopieren: Kunde ${company}, neu` });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Kopiert.').waitFor();
  await button.and(page.locator(':focus')).waitFor();
  const cursor = await page.evaluate<string>('navigator.clipboard.readText()');
  assert.equal(await page.getByRole('textbox', { name: 'Cursor' }).inputValue(), cursor);
  const { changes } = (await data.api.get(`/changes?cursor=${cursor}`)).body;
  assert.deepEqual(
    changes.map(({ entity, change, id }: Record<string, unknown>) => [entity, change, id]),
    [['candidate', 'modified', candidate]],
  );
  // Another cursor takes its place.
  await page.getByRole('button', { name: `Cursor kopieren: Bewerber ${candidate}, neu` }).click();
  await page.getByText('Kopiert.').waitFor();
  await page.getByRole('textbox', { name: 'Cursor' }).waitFor();
  assert.notEqual(await page.evaluate<string>('navigator.clipboard.readText()'), cursor);
});

consoleTest('every change is shown once, page by page, also what came meanwhile', async (page) => {
  const data = await createData();
  await data.createCompany();
  await data.insertChanges(120);
  await open(page, data.admin, '&entity=candidate');
  await rowOf(page, 'Bewerber 120').waitFor();
  const older = page.getByRole('button', { name: 'Ältere Änderungen durchsuchen' });
  while ((await older.count()) > 0) {
    await older.click();
    await untilIdle(page);
  }
  const expected = Array.from({ length: 120 }, (_, index) => `Bewerber ${120 - index} geändert`);
  assert.deepEqual(await rowsIn(page), expected);
  const candidate = await data.createCandidate();
  await service.settle();
  await page.getByRole('button', { name: 'Aktualisieren' }).click();
  await rowOf(page, `Bewerber ${candidate}`).getByRole('cell', { name: 'neu', exact: true }).waitFor();
  assert.deepEqual(await rowsIn(page), [`Bewerber ${candidate} neu`, ...expected]);
});

consoleTest('it never says that there is nothing as long as older changes are not read', async (page) => {
  const data = await createData();
  const company = await data.createCompany();
  await data.insertChanges(2 * LOOKED_AT);
  await open(page, data.admin, '&entity=company');
  const older = page.getByRole('button', { name: 'Ältere Änderungen durchsuchen' });
  const none = page.getByText('Keine Änderung passt');
  await older.waitFor();
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: 700 });
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320);
  await page.setViewportSize(size);
  for (const count of ['5.000', '10.000']) {
    await page.getByText('Die Änderungen sind noch nicht zu Ende gelesen.').waitFor();
    await page.getByText(`Keine der ${count} Änderungen, die zuletzt gelesen wurden, passt`).waitFor();
    assert.equal(await none.count(), 0);
    await older.click();
  }
  await rowOf(page, `Kunde ${company}`).waitFor();
  await older.waitFor({ state: 'hidden' });
  assert.equal(await page.getByText('noch nicht zu Ende gelesen').count(), 0);
});

consoleTest('a page that fails says so, leaves those before it, and is read again', async (page) => {
  const data = await createData();
  const { company } = await createChanges(data);
  await data.insertChanges(60);
  let isBroken = true;
  await page.route('**/platform/changes/latest*', (route) =>
    isBroken ? route.fulfill({ status: 500, json: { messageGuid: null, message: 'x' } }) : route.continue(),
  );
  await open(page, data.admin);
  const failed = page.getByRole('main').getByRole('alert');
  await failed.waitFor();
  isBroken = false;
  await failed.getByRole('button').click();
  await rowOf(page, 'Bewerber 60').waitFor();
  isBroken = true;
  await page.getByRole('button', { name: 'Ältere Änderungen durchsuchen' }).click();
  await failed.waitFor();
  assert.ok((await rowsIn(page)).includes('Bewerber 60 geändert'));
  isBroken = false;
  await failed.getByRole('button').click();
  await rowOf(page, `Kunde ${company}`).waitFor();
});
