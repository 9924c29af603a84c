import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { openImporter } from '../../testing/makers/csv-import.ts';

const service = await startTestService();
const importer = await openImporter(service);
const { tenant } = service;

test('a keyword in another Unicode form or with other spaces is the one that the candidate has', async () => {
  await importer.begin();
  const recruiter = (await service.platform('recruiter')).user.email;
  const importFile = (keywords: string, options = {}) =>
    importer.run(`ID;Vorname;Nachname;Schlagwörter\r\n1;Jana;Groß;${keywords}\r\n`, {
      tenant: tenant.key,
      recruiter,
      ...options,
    });
  const decomposed = 'Kräne führen'.normalize('NFD');

  const { data, report } = await importFile(`Kräne  führen, ${decomposed}`);
  assert.equal(data.rows.created, 1, JSON.stringify(report));
  const candidateId = Number(report[0]![2]);
  const keywords = async () =>
    (await tenant.api.get(`/candidates/${candidateId}`)).body.keywords.map(
      ({ keyword }: { keyword: string }) => keyword,
    );
  assert.deepEqual(await keywords(), ['Kräne führen']);

  const again = await importFile(`${decomposed}, Lager, LAGER`, { update: '' });
  assert.equal(again.data.rows.updated, 1, JSON.stringify(again.report));
  assert.deepEqual(await keywords(), ['Kräne führen', 'Lager']);
});

test('a list that consists of a million separators takes a second, not hours', async () => {
  await importer.begin();
  const recruiter = (await service.platform('recruiter')).user.email;
  const cell = `Stapler${',\n;|'.repeat(250_000)}Lager`;
  const contents = `ID;Vorname;Nachname;Schlagwörter\r\n2;Jana;Groß;"${cell}"\r\n`;
  const { data, report } = await importer.run(contents, { tenant: tenant.key, recruiter });
  assert.equal(data.rows.created, 1, JSON.stringify(report));
  const { body } = await tenant.api.get(`/candidates/${report[0]![2]}`);
  assert.deepEqual(
    body.keywords.map(({ keyword }: { keyword: string }) => keyword),
    ['Stapler', 'Lager'],
  );
});
