import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

const RESULTS = join(import.meta.dirname, 'RESULTS.md');
const HEADER =
  '# Measured\n\nMachines are shared and noisy: the ratios are the result, and the absolute numbers only show where they come from.\n';

/** Describes the machine and the date of a measurement. */
function machine(): string {
  return `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
}

/** Replaces one section of RESULTS.md. */
export async function writeSection(
  name: string,
  title: string,
  explanation: string,
  table: string[],
): Promise<void> {
  const text = await readFile(RESULTS, 'utf8').catch(() => HEADER);
  const section = `<!-- ${name} -->\n## ${title}\n\n${explanation} On ${machine()}.\n\n${table.join('\n')}\n<!-- /${name} -->`;
  const existing = new RegExp(`<!-- ${name} -->[\\s\\S]*<!-- /${name} -->`);
  await writeFile(
    RESULTS,
    existing.test(text) ? text.replace(existing, () => section) : `${text.trimEnd()}\n\n${section}\n`,
  );
}
