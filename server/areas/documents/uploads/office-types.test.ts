import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { strToU8, unzipSync, Zip, ZipDeflate, zipSync } from 'fflate';
import { SAMPLES_DIRECTORY } from '../../../checks/cv-samples/measure.ts';
import { startTestService } from '../../../testing/harness.ts';

const { api } = (await startTestService()).tenant;
const { id: candidateId } = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body;

const load = (path: string) => readFile(join(SAMPLES_DIRECTORY, path));
const entriesOf = async (path: string) => Object.entries(unzipSync(new Uint8Array(await load(path))));

async function mediaTypeOf(contents: Uint8Array): Promise<string> {
  const body = { base64File: Buffer.from(contents).toString('base64') };
  const { id } = (await api.post(`/candidates/${candidateId}/documents/other`, body)).body;
  return (await api.get(`/candidates/export/documents/${id}`)).body.mimeType;
}

type Entries = [string, Uint8Array][];

/** With the sizes of each entry before its data. */
const atOnce = (entries: Entries) => zipSync(Object.fromEntries(entries));

/** With the sizes of each entry after its data, as programs write that cannot go back. */
function streamed(entries: Entries): Uint8Array {
  const parts: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    assert.equal(error, null);
    parts.push(part);
  });
  for (const [name, contents] of entries) {
    const entry = new ZipDeflate(name);
    zip.add(entry);
    entry.push(contents, true);
  }
  zip.end();
  return Buffer.concat(parts);
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const ODT = 'application/vnd.oasis.opendocument.text';
/** Does not get smaller, and is larger than what is kept of the beginning of a file. */
const PICTURE: Entries[number] = ['media/image1.png', randomBytes(10_000)];

for (const [how, write] of [
  ['at once', atOnce],
  ['in one go', streamed],
] as const) {
  for (const [path, mediaType] of [
    ['open/boxes-2.docx', DOCX],
    ['open/functional-2.odt', ODT],
  ] as const)
    test(`the media type of a text does not depend on the order of its entries: ${path}, written ${how}`, async () => {
      const entries = await entriesOf(path);
      assert.equal(await mediaTypeOf(write([PICTURE, ...entries])), mediaType);
      assert.equal(await mediaTypeOf(write([PICTURE, ...entries.toReversed()])), mediaType);
      const before = Buffer.from('PK\u0003\u0004'.padEnd(30, '\0'), 'latin1');
      assert.equal(await mediaTypeOf(Buffer.concat([before, write([PICTURE, ...entries])])), mediaType);
    });

  test(`a ZIP file of other files stays one, written ${how}`, async () => {
    const text: Entries[number] = ['word.txt', strToU8('[Content_Types].xml')];
    assert.equal(await mediaTypeOf(write([PICTURE, text])), 'application/zip');
    // A text in it is not its type.
    const inner: Entries[number] = ['cv.docx', await load('open/boxes-2.docx')];
    assert.equal(await mediaTypeOf(write([PICTURE, inner])), 'application/zip');
  });
}

test('a text of LibreOffice has its type', async () => {
  assert.equal(await mediaTypeOf(await load('../libre-office/margins.docx')), DOCX);
});

test('a damaged ZIP file is stored as one', async () => {
  const zip = atOnce([PICTURE, ...(await entriesOf('open/boxes-2.docx'))]);
  assert.equal(await mediaTypeOf(zip.subarray(0, -100)), 'application/zip');
  // The end of the directory, which has its size and place, says something else than the file has.
  for (const at of [10, 6]) {
    const damaged = Buffer.from(zip);
    damaged.writeUInt32LE(0xffff_fff0, damaged.length - at);
    const mediaType = await mediaTypeOf(damaged);
    assert.ok(['application/zip', DOCX].includes(mediaType), mediaType);
  }
});

test('a file of before 2007 has the type of its program', async () => {
  const word = await load('../old-word/margins.doc');
  assert.equal(await mediaTypeOf(word), 'application/msword');
  const root = (word.readUInt32LE(48) + 1) * 512;
  for (const [classId, mediaType] of [
    ['0609020000000000c000000000000046', 'application/msword'],
    ['2008020000000000c000000000000046', 'application/vnd.ms-excel'],
  ] as const) {
    const changed = Buffer.from(word);
    changed.write(classId, root + 80, 'hex');
    assert.equal(await mediaTypeOf(changed), mediaType);
  }
  const cut = word.subarray(0, 512);
  assert.equal(await mediaTypeOf(cut), 'application/x-cfb');
});
