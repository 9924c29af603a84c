import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { builtInCatalogs, SAMPLES_DIRECTORY } from '../../../../checks/cv-samples/measure.ts';
import { CvParsingError, PARSING_LIMITS, parseCv } from './parse.ts';

const catalogs = builtInCatalogs();
const SHORT = { ...PARSING_LIMITS, timeoutMs: 1500 };

async function reasonOf(bytes: Uint8Array, limits = PARSING_LIMITS): Promise<string> {
  try {
    await parseCv(bytes, catalogs, limits);
    return 'parsed';
  } catch (error) {
    assert.ok(error instanceof CvParsingError);
    return error.reason;
  }
}

/** A ZIP file with one deflated entry, whose directory declares this size. */
function zipOf(name: string, data: Uint8Array, declaredBytes: number): Buffer {
  const fileName = Buffer.from(name);
  const compressed = deflateRawSync(data);
  const header = (signature: number, extra: number) => {
    const buffer = Buffer.alloc(extra);
    buffer.writeUInt32LE(signature, 0);
    return buffer;
  };
  const local = header(0x04034b50, 30);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(compressed.length, 18);
  local.writeUInt32LE(declaredBytes, 22);
  local.writeUInt16LE(fileName.length, 26);
  const central = header(0x02014b50, 46);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(compressed.length, 20);
  central.writeUInt32LE(declaredBytes, 24);
  central.writeUInt16LE(fileName.length, 28);
  const end = header(0x06054b50, 22);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + fileName.length, 12);
  end.writeUInt32LE(local.length + fileName.length + compressed.length, 16);
  return Buffer.concat([local, fileName, compressed, central, fileName, end]);
}

/** A PDF of these objects, numbered from 1; the first is the catalog. */
function pdfOf(objects: (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  objects.forEach((object, index) => {
    offsets.push(length);
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(part);
    length += part.length;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** The nice values of the threads of this process, on Linux. */
async function threadPriorities(): Promise<string[]> {
  const threads = await readdir('/proc/self/task').catch(() => []);
  const stats = await Promise.all(
    threads.map((id) => readFile(`/proc/self/task/${id}/stat`, 'utf8').catch(() => '')),
  );
  return stats.map((text) => text.split(') ')[1]?.split(' ')[16] ?? '');
}

const stream = (content: Buffer, dictionary = '') =>
  Buffer.concat([
    Buffer.from(`<< /Length ${content.length} ${dictionary} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

describe('a hostile file', () => {
  for (const name of ['word/document.xml', 'content.xml']) {
    test(`whose declared size is suspicious is rejected without inflating it: ${name}`, async () => {
      const bomb = zipOf(name, Buffer.alloc(80 * 2 ** 20), 80 * 2 ** 20);
      assert.ok(bomb.length < 2 ** 20);
      assert.equal(await reasonOf(bomb), 'suspiciousCompression');
    });
    test(`that inflates to more than it declares is not inflated further: ${name}`, async () => {
      assert.match(await reasonOf(zipOf(name, Buffer.alloc(80 * 2 ** 20, 'x'), 1000)), /damaged|noText/);
    });
  }

  test('with very many entries is rejected', async () => {
    const entries = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [`f${index}`, new Uint8Array()]),
    );
    assert.equal(await reasonOf(zipSync(entries)), 'tooManyEntries');
  });

  test('that is a ZIP of something else has an unknown format', async () => {
    assert.equal(await reasonOf(zipSync({ 'a.txt': strToU8('Lebenslauf') })), 'unknownFormat');
  });

  test('of ten thousand pages is only read up to page thirty', async () => {
    const pages = 10_000;
    const kids = Array.from({ length: pages }, (_, index) => `${index + 5} 0 R`).join(' ');
    const content = Buffer.from('BT /F1 12 Tf 50 700 Td (jana.muster@example.org) Tj ET');
    const page =
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> >> >>';
    const pdf = pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
      FONT,
      stream(content),
      ...Array.from({ length: pages }, () => page),
    ]);
    const facts = await parseCv(pdf, catalogs);
    assert.deepEqual(facts.emails, ['jana.muster@example.org']);
  });

  test('whose pages are their own parents is rejected with a reason', async () => {
    const loops = pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [2 0 R] /Count 1 /Parent 2 0 R >>',
    ]);
    assert.match(await reasonOf(loops, SHORT), /damaged|noText|timeout/);
  });

  test('whose form draws itself is rejected with a reason', async () => {
    const form = stream(
      Buffer.from('/X Do /X Do'),
      '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 4 0 R >> >>',
    );
    const loops = pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /XObject << /X 4 0 R >> >> >>',
      form,
      stream(Buffer.from('/X Do')),
    ]);
    assert.match(await reasonOf(loops, SHORT), /damaged|scan|timeout|memory/);
  });

  test('whose page inflates to a gigabyte is stopped and its memory freed', async () => {
    const bomb = deflateSync(Buffer.alloc(250 * 2 ** 20, ' '));
    const chain = deflateSync(bomb);
    const pdf = pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents [4 0 R 4 0 R 4 0 R 4 0 R] >>',
      stream(chain, '/Filter [/FlateDecode /FlateDecode]'),
    ]);
    const before = process.memoryUsage.rss();
    const reason = await reasonOf(pdf, { ...SHORT, processGrowthMb: 200 });
    assert.match(reason, /memory|timeout|noText|damaged/);
    assert.ok(process.memoryUsage.rss() - before < 400 * 2 ** 20);
  });

  test('with a million nested groups is read without recursion', async () => {
    const text = `{\\rtf1 ${'{'.repeat(1_000_000)}jana.muster@example.org${'}'.repeat(1_000_000)}}`;
    const facts = await parseCv(Buffer.from(text), catalogs);
    assert.deepEqual(facts.emails, ['jana.muster@example.org']);
  });

  test('of random bytes has an unknown format', async () => {
    assert.equal(
      await reasonOf(Buffer.concat([Buffer.from([0, 1, 2]), randomBytes(50_000)])),
      'unknownFormat',
    );
  });

  test('with text that makes patterns backtrack is read in time', async () => {
    const lines = [
      'a'.repeat(200_000),
      '1 '.repeat(100_000),
      'a.'.repeat(100_000),
      `${'A b '.repeat(50_000)}@`,
      '(0'.repeat(100_000),
    ];
    assert.equal(await reasonOf(Buffer.from(lines.join('\n'))), 'parsed');
  });

  test('with a list below each of many headings has at most a hundred entries with short names', async () => {
    const list = [
      'Ausbildung',
      '',
      `Ausbildung Koch ${'Ab '.repeat(200)}`,
      'Berufsschule Muster',
      '01/2011 - 12/2013',
      '',
      'Sprachen',
      '',
      'Deutsch',
      '',
    ].join('\n');
    const { professionEducations } = await parseCv(Buffer.from(`Lebenslauf\n${list.repeat(110)}`), catalogs);
    assert.equal(professionEducations.length, 100);
    for (const { profession } of professionEducations) assert.equal(profession.length, 255);
  });

  test('with hundreds of addresses and numbers in a line has the first ten of each', async () => {
    const numbers = Array.from({ length: 300 }, (_, index) => `0151${21_000_000 + index * 7}`);
    const emails = numbers.map((number) => `a${number}@example.org`);
    const text = `Lebenslauf\n|${numbers.join('|')}|\n${emails.join(' ')}\n`;
    const cv = await parseCv(Buffer.from(text), catalogs);
    assert.deepEqual([cv.phones.length, cv.emails], [10, emails.slice(0, 10)]);
  });

  test('with long paragraphs below a job is read in time', async () => {
    const text = `Berufserfahrung\n\n01/2010 - 12/2015\nKöchin\nMuster GmbH\n${`${'Verantwortlich für die Planung von Projekten. '.repeat(90)}\n`.repeat(120)}`;
    assert.equal(await reasonOf(Buffer.from(text)), 'parsed');
  });

  test('larger than 25 MiB is rejected unread', async () => {
    assert.equal(await reasonOf(new Uint8Array(25 * 2 ** 20 + 1)), 'tooLarge');
  });

  test('that takes longer than allowed is stopped', async () => {
    const text = Buffer.from('Lebenslauf\n'.repeat(10_000));
    assert.equal(await reasonOf(text, { ...PARSING_LIMITS, timeoutMs: 1 }), 'timeout');
  });

  test('of 17 KB that keeps a core busy is stopped by its CPU time, and waits for other work', {
    timeout: 120_000,
  }, async () => {
    const pages = 30;
    const kids = Array.from({ length: pages }, (_, index) => `${index + 5} 0 R`).join(' ');
    const content = deflateSync(Buffer.from(`BT /F1 12 Tf (a) Tj ET\n${'q Q\n'.repeat(3_000_000)}`));
    const page = '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> >> >>';
    const pdf = pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
      FONT,
      stream(content, '/Filter /FlateDecode'),
      ...Array.from({ length: pages }, () => page),
    ]);
    assert.ok(pdf.length < 17 * 1024);
    let isOver = false;
    const reason = reasonOf(pdf, { ...PARSING_LIMITS, cpuMs: 2000, timeoutMs: 110_000 }).finally(() => {
      isOver = true;
    });
    const priorities = new Set<string>();
    while (!isOver && !priorities.has('10')) {
      for (const nice of await threadPriorities()) priorities.add(nice);
      await setImmediate();
    }
    assert.equal(await reason, 'timeout');
    if (process.platform === 'linux') assert.ok(priorities.has('10'), [...priorities].join());
  });

  test('that takes more heap than allowed is stopped', async () => {
    const xml = `<w:document><w:body>${'<w:p><w:r><w:t>ab</w:t></w:r></w:p>'.repeat(400_000)}</w:body></w:document>`;
    const docx = zipSync({
      'word/document.xml': [strToU8(xml + randomBytes(300_000).toString('hex')), { level: 1 }],
    });
    assert.match(await reasonOf(docx, { ...PARSING_LIMITS, heapMb: 20 }), /memory/);
  });
});

test('a truncated file is rejected with a reason or read as far as it goes', async () => {
  for (const name of [
    'open/sidebar-left-2.docx',
    'open/sidebar-left-3.pdf',
    'open/table-at-1.odt',
    'open/dates-right-3.rtf',
  ]) {
    const whole = await readFile(join(SAMPLES_DIRECTORY, name));
    for (const share of [0.1, 0.9]) {
      assert.match(
        await reasonOf(whole.subarray(0, Math.floor(whole.length * share))),
        /^(?:parsed|damaged|noText|unknownFormat)$/,
      );
    }
  }
});

test('an encrypted PDF is reported as encrypted', async () => {
  const pdf = pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']).toString(
    'latin1',
  );
  const key = '00'.repeat(32);
  const locked = pdf.replace(
    '/Root 1 0 R',
    `/Root 1 0 R /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -4 >>`,
  );
  assert.equal(await reasonOf(Buffer.from(locked, 'latin1')), 'encrypted');
});
