import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { describeBusy } from './busy.ts';

const RESULTS = join(import.meta.dirname, 'RESULTS.md');
const HEADER =
  '# Measured\n\nMachines are shared and noisy: the ratios are the result, and the absolute numbers only show where they come from.\n';

/** Describes the machine and the date of a measurement. */
function machine(): string {
  return `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
}

/** Replaces one section of RESULTS.md. What was measured beside load (busy.ts) has a section of its own. */
export async function writeSection(
  name: string,
  title: string,
  explanation: string,
  table: string[],
): Promise<void> {
  const text = await readFile(RESULTS, 'utf8').catch(() => HEADER);
  const busy = describeBusy();
  const mark = busy === undefined ? name : `${name}-beside`;
  const heading = busy === undefined ? title : `${title} beside load`;
  const conditions = busy === undefined ? '' : ` ${busy}`;
  const section = `<!-- ${mark} -->\n## ${heading}\n\n${explanation}${conditions} On ${machine()}.\n\n${table.join('\n')}\n<!-- /${mark} -->`;
  const existing = new RegExp(`<!-- ${mark} -->[\\s\\S]*<!-- /${mark} -->`);
  await writeFile(
    RESULTS,
    existing.test(text) ? text.replace(existing, () => section) : `${text.trimEnd()}\n\n${section}\n`,
  );
}
