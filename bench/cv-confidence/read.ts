import { readFile } from 'node:fs/promises';
import { extractFacts } from '../../server/areas/documents/cv/extract/extract.ts';
import { readText } from '../../server/areas/documents/cv/text/read-text.ts';
import { gatherEvidence } from '../../server/areas/documents/cv/weigh/evidence.ts';
import type { Evidence } from '../../server/areas/documents/cv/weigh/signals.ts';
import { builtInCatalogs } from '../../server/checks/cv-samples/measure.ts';
import type { JudgedCv } from './judged-cv.ts';

/** A value that was read, and whether it is right. */
export interface JudgedValue extends Evidence {
  cv: string;
  isRight: boolean;
  text: string;
}

/** Reads the CVs. Values that the CV leaves open are left out, and those that the service would not use. */
export async function readValues(cvs: readonly JudgedCv[]): Promise<JudgedValue[]> {
  const catalogs = builtInCatalogs();
  const values: JudgedValue[] = [];
  for (const { id, file, isRight } of cvs) {
    const lines = await readText(new Uint8Array(await readFile(file))).catch(() => undefined);
    if (lines === undefined) continue;
    const facts = extractFacts(lines, catalogs);
    for (const evidence of gatherEvidence(facts, lines, catalogs).evidence) {
      const right = isRight(facts, evidence.property, evidence.index);
      if (right === undefined || evidence.signals.isFirstOfKind === false) continue;
      const list = evidence.property.split('.').at(-1)!;
      const found = (facts as unknown as Record<string, unknown[]>)[list]?.[evidence.index] ?? '';
      values.push({ ...evidence, cv: id, isRight: right, text: JSON.stringify(found) });
    }
  }
  return values;
}
