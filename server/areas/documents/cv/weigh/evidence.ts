import type { CvCatalogs } from '../extract/extract.ts';
import type { CvFacts } from '../extract/facts.ts';
import type { TextLine } from '../text/lines.ts';
import { entryEvidence } from './entries.ts';
import { listEvidence } from './lists.ts';
import { type ReadLine, toReadLines } from './page-text.ts';
import { personEvidence } from './person.ts';
import type { Evidence } from './signals.ts';

/** What speaks for each value that was read from a CV. Looks at the text again, independently of how the value was read. */
export function gatherEvidence(
  facts: CvFacts,
  lines: readonly TextLine[],
  catalogs: CvCatalogs,
): { evidence: Evidence[]; lines: readonly ReadLine[] } {
  const read = toReadLines(lines);
  return {
    evidence: [
      ...personEvidence(facts, read),
      ...entryEvidence(facts, read),
      ...listEvidence(facts, read, catalogs),
    ],
    lines: read,
  };
}
