import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

const RESULTS = join(import.meta.dirname, 'RESULTS.md');
const HEAD =
  '# Measured\n\nMachines are shared and noisy: the ratios are the result, the absolute numbers only say where they come from.\n';

/** The machine, in the words under which a number may be quoted. */
export function machine(): string {
  return `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
}

/** Writes a script's own section of RESULTS.md and leaves the others as they are. */
export async function writeSection(
  name: string,
  title: string,
  explanation: string,
  table: string[],
): Promise<void> {
  const text = await readFile(RESULTS, 'utf8').catch(() => HEAD);
  const section = `<!-- ${name} -->\n## ${title}\n\n${explanation} On ${machine()}.\n\n${table.join('\n')}\n<!-- /${name} -->`;
  const existing = new RegExp(`<!-- ${name} -->[\\s\\S]*<!-- /${name} -->`);
  await writeFile(
    RESULTS,
    existing.test(text) ? text.replace(existing, () => section) : `${text.trimEnd()}\n\n${section}\n`,
  );
}
