import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compose, hasPersonal } from './compose.ts';
import type { SampleFormat } from './document.ts';
import { isHeldOut, pickHeldOut } from './held-out.ts';
import { LAYOUTS } from './layouts.ts';
import { makePerson } from './person.ts';
import { type SampleFacts, toFacts } from './person-facts.ts';
import { COURSE_QUALIFICATIONS } from './vocabulary.ts';
import { writeDocx, writeOdt, writeRtf, writeTxt } from './write-others.ts';
import { writePdf } from './write-pdf.ts';

// node server/checks/cv-samples/generate.ts writes the labelled CVs again, byte for byte the same.

const SAMPLES_PER_LAYOUT = 3;
const HELD_OUT_LAYOUTS = 5;
// One in this many samples of the other layouts is held out too: together about a third.
const SAMPLES_SHARE = 6;
const ENGLISH_ID = 25;
const DIRECTORY = join(import.meta.dirname, 'files');

export interface Label {
  id: string;
  file: string;
  layout: string;
  format: SampleFormat;
  isHeldOut: boolean;
  /** Without keywords, which no list has. */
  facts: SampleFacts;
}

const heldOutLayouts = pickHeldOut(
  LAYOUTS.map(({ key }) => key),
  HELD_OUT_LAYOUTS,
);
await rm(DIRECTORY, { recursive: true, force: true });
const labels: Label[] = [];
for (const [layoutIndex, layout] of LAYOUTS.entries()) {
  for (let index = 0; index < SAMPLES_PER_LAYOUT; index++) {
    const id = `${layout.key}-${index + 1}`;
    const heldOut = heldOutLayouts.has(layout.key) || isHeldOut(`sample ${id}`, SAMPLES_SHARE);
    const seed = layoutIndex * 100 + index;
    const language = layout.languages[(index + layoutIndex) % layout.languages.length]!;
    const format = layout.formats[index % layout.formats.length]!;
    const yearsOnly = layout.dates === 'years';
    const person = makePerson({
      seed,
      language,
      isHeldOut: heldOut,
      yearsOnly,
      usLike: layout.key === 'us-classic' || (language === 'en' && seed % 3 === 0),
    });
    const document = compose(person, layout, seed);
    const bytes =
      format === 'pdf'
        ? await writePdf(document)
        : format === 'docx'
          ? writeDocx(document)
          : format === 'odt'
            ? writeOdt(document)
            : format === 'rtf'
              ? writeRtf(document)
              : writeTxt(document, seed);
    const shown = {
      yearsOnly,
      hasBirth: hasPersonal(layout),
      hasCity: !layout.hidesCity,
      englishId: ENGLISH_ID,
    };
    const facts = toFacts(person, shown);
    const sections = [...layout.main, ...(layout.side?.sections ?? [])];
    if (!sections.includes('courses')) facts.educations = [];
    if (!sections.includes('licences')) facts.driversLicenseIds = [];
    const ofCourses = person.courses.filter(({ title }) => title in COURSE_QUALIFICATIONS).length;
    const skills = facts.qualificationIds.length - ofCourses;
    facts.qualificationIds = [
      ...(sections.includes('skills') ? facts.qualificationIds.slice(0, skills) : []),
      ...(sections.includes('courses') ? facts.qualificationIds.slice(skills) : []),
    ];
    if (layout.header === 'europass') facts.birthPlace = undefined;
    const folder = heldOut ? 'held-out' : 'open';
    const file = `${folder}/${id}.${format}`;
    await mkdir(join(DIRECTORY, folder), { recursive: true });
    await writeFile(join(DIRECTORY, file), bytes);
    const label: Label = { id, file, layout: layout.key, format, isHeldOut: heldOut, facts };
    await writeFile(join(DIRECTORY, folder, `${id}.json`), `${JSON.stringify(label, null, 1)}\n`);
    labels.push(label);
  }
}
const count = labels.filter((label) => label.isHeldOut).length;
console.log(
  `${labels.length} CVs in ${LAYOUTS.length} layouts, ${count} held out, layouts held out: ${[...heldOutLayouts].join(', ')}`,
);
