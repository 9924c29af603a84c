import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestService } from '../testing/harness.ts';
import { makeBranch } from '../testing/makers/branches.ts';
import { commandsOf } from '../testing/service-commands.ts';

// The text files that options name. The commands run in this process, against the database of a service.

const service = await startTestService();
const { tenant } = service;
const { directory, runJson, assertMisused } = await commandsOf(service);
const OF_TENANT = ['--tenant', tenant.key];
const TEXT = 'Für Größe\n\nund „Spaß“ – 5 €\n';
// The same bytes are not valid UTF-8.
const WINDOWS_1252 = Buffer.from('F\xfcr Gr\xf6\xdfe\n\nund \x84Spa\xdf\x93 \x96 5 \x80\n', 'latin1');

const ENCODED: readonly (readonly [string, Buffer])[] = [
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
  ['UTF-16 in the other order of bytes', Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16()],
  ['Windows-1252', WINDOWS_1252],
];

async function writeOptionFile(contents: Buffer): Promise<string> {
  const file = join(directory, 'text.txt');
  await writeFile(file, contents);
  return file;
}

for (const [encoding, contents] of ENCODED) {
  test(`a text in ${encoding} is stored as it reads`, async () => {
    const file = await writeOptionFile(contents);
    const portal = await runJson(['portal', 'set', ...OF_TENANT, '--privacy-text-de', file]);
    assert.equal(portal.privacyText.de, TEXT.trim());

    const mail = await runJson(['mail', 'set', ...OF_TENANT, '--confirmation-de', file]);
    const { subject, body } = mail.templates[0];
    assert.deepEqual([subject, body], ['Für Größe', 'und „Spaß“ – 5 €']);

    const branch = await makeBranch(service, `Branch for ${encoding}`, tenant);
    const create = ['jobad', 'create', ...OF_TENANT, '--branch', String(branch), '--title', 'Lager'];
    const { id } = await runJson([...create, '--tasks', file]);
    const [{ tasks } = assert.fail()] = await service.sql(
      'SELECT tasks FROM job_ad WHERE tenant_id = $1 AND id = $2',
      [tenant.id, id],
    );
    assert.equal(
      String(tasks)
        .replaceAll(/<[^>]*>|\s+/g, ' ')
        .trim(),
      TEXT.replaceAll(/\s+/g, ' ').trim(),
    );
  });
}

const NO_TEXT: readonly (readonly [string, Buffer])[] = [
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a text with a zero byte', Buffer.from('Danke\n\nHallo\0')],
  // 0x81 is ü in the encodings of DOS, and nothing in Windows-1252.
  ['a text in an encoding of DOS', Buffer.from('F\x81r\n\nHallo', 'latin1')],
  ['half a character of UTF-16', Buffer.from('fffe4600fc', 'hex')],
];

for (const [what, contents] of NO_TEXT) {
  test(`${what} is refused as a text, and nothing is stored`, async () => {
    const file = await writeOptionFile(contents);
    const before = await runJson(['portal', 'show', ...OF_TENANT]);
    for (const [option, words] of [
      ['privacy-text-de', ['portal', 'set']],
      ['about-en', ['portal', 'set']],
      ['confirmation-de', ['mail', 'set']],
      ['tasks', ['jobad', 'create', '--branch', 'any', '--title', 'Lager']],
    ] as const) {
      await assertMisused(
        [...words, ...OF_TENANT, `--${option}`, file],
        new RegExp(
          `^stellwerk: --${option}: The file ${file} must be plain text, .*Save it as text in UTF-8\\.$`,
          'm',
        ),
      );
    }
    assert.deepEqual(await runJson(['portal', 'show', ...OF_TENANT]), before);
  });
}
