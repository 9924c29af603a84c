import { extractFacts } from '../../areas/documents/cv/extract/extract.ts';
import type { CvFacts } from '../../areas/documents/cv/extract/facts.ts';
import { readText } from '../../areas/documents/cv/text/read-text.ts';
import { weighFacts } from '../../areas/documents/cv/weigh/weigh.ts';
import { builtInCatalogs } from '../cv-samples/measure.ts';
import { type Judged, judge } from './judge.ts';
import { drawCv, type LayoutCv, writeCv } from './make.ts';

interface MeasuredCv {
  cv: LayoutCv;
  judged: Judged;
  /** Whether the entries that are written without a person are right. */
  sure: { jobs: boolean[]; educations: boolean[] };
}

/** From this confidence on, jobs and educations are written without a person. */
const SURE = 0.95;
/** Seeds further apart than this draw other layouts. */
const SEED_DISTANCE = 1_000_003;

const catalogs = builtInCatalogs();

const FORMATS = ['pdf', 'txt', 'pdf', 'docx'] as const;

/** Draws layouts, every second one as PDF, the others as text or for a word processor, and reads them. */
export async function* measureLayouts(count: number, seed: number): AsyncGenerator<MeasuredCv> {
  for (let index = 0; index < count; index++) {
    const cv = drawCv(seed * SEED_DISTANCE + index, FORMATS[index % FORMATS.length]!);
    const lines = await readText(await writeCv(cv));
    const facts = extractFacts(lines, catalogs);
    const judged = judge(cv, facts);
    const sure: MeasuredCv['sure'] = { jobs: [], educations: [] };
    for (const { property, index: at, confidence } of weighFacts(facts, lines, catalogs)) {
      const found = confidence < SURE ? undefined : findJudged(property, at, judged, facts);
      if (found !== undefined) sure[found.kind].push(found.isRight);
    }
    yield { cv, judged, sure };
  }
}

function findJudged(
  property: string,
  index: number,
  judged: Judged,
  facts: CvFacts,
): { kind: 'jobs' | 'educations'; isRight: boolean } | undefined {
  switch (property) {
    case 'resume.jobs':
      return { kind: 'jobs', isRight: judged.rightJobs[index]! };
    case 'resume.professionEducations':
      return { kind: 'educations', isRight: judged.rightEducations[index]! };
    case 'resume.schoolEducations':
      return {
        kind: 'educations',
        isRight: judged.rightEducations[facts.professionEducations.length + index]!,
      };
    default:
      return undefined;
  }
}
