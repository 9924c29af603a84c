import { lineText, type TextLine } from '../text/lines.ts';
import { type Entry, readEntries } from './entries.ts';
import { withoutListBullets } from './entry-blocks.ts';
import { headPeriod } from './entry-dates.ts';
import { isJoined, splitOne } from './entry-texts.ts';
import { readUndated } from './entry-undated.ts';
import { educationScore, isLearned, isSchool, isTraining, placeScore, positionScore } from './evidence.ts';
import type { CvFacts, CvPeriod } from './facts.ts';
import { joinLabelledPeriods } from './labelled-periods.ts';
import { statesPerson } from './personal.ts';
import type { Section } from './sections.ts';
import { joinStackedPeriods } from './stacked-periods.ts';

// Jobs and educations. Most CVs have them in sections, some in one list, some in sentences.

type Career = Pick<CvFacts, 'jobs' | 'professionEducations' | 'schoolEducations'>;

/** In points, in a PDF. */
const MINIMUM_MARGIN_WIDTH = 5;

interface Found {
  kind: 'jobs' | 'career' | 'school' | 'education';
  entry: Entry;
}

/** `others` are the sections in which jobs can be if no heading says where they are. */
export function extractCareer(sections: readonly Section[], others: readonly Section[]): Career {
  const linesOf = (kind: Section['kind']) =>
    sections.filter((section) => section.kind === kind).flatMap(({ lines }) => lines);
  const found: Found[] = [
    ...readEntries(linesOf('jobs'), positionScore, false).map((entry): Found => ({ kind: 'jobs', entry })),
    ...readMixed(linesOf('career')),
    ...sections.flatMap(({ kind, lines }): Found[] =>
      kind === 'school' || kind === 'education'
        ? readEducations(lines).map((entry) => ({ kind, entry }))
        : [],
    ),
  ];
  // Without a section about jobs, its heading was not understood, or there is none.
  const hasJobs = found.some(({ kind }) => kind === 'jobs' || kind === 'career');
  return toCareer(hasJobs ? found : [...found, ...readOthers(others)]);
}

/** "Erzieherin, Ausbildung, Fachschule Nord": the way to a profession is no profession, and no place. */
const WAY =
  /^([^,]{3,}), ((?:duale |schulische |betriebliche )?(?:Berufsausbildung|Ausbildung|Lehre|Umschulung)|(?:Apprenticeship|Vocational training))(?=,|$)/u;
/** A line about driving licences below the last entry. */
const LICENCE = /^(?:führerschein|fahrerlaubnis|führerausweis|driving licen[cs]e|driver[’']?s licen[cs]e)/iu;

function joinWays(line: TextLine): TextLine {
  const join = (text: string) => text.replace(WAY, '$1 ($2)');
  return {
    ...line,
    cells: line.cells.map((cell) => ({ ...cell, text: join(cell.text), parts: cell.parts?.map(join) })),
  };
}

function readEducations(source: readonly TextLine[]): Entry[] {
  const lines = source.filter((line) => !LICENCE.test(lineText(line))).map(joinWays);
  const entries = readEntries(lines, educationScore, true);
  return entries.length > 0 ? entries : readUndated(lines, educationScore);
}

/** The words of jobs and of educations tell titles from places alike. */
const careerScore = (text: string) => Math.max(positionScore(text), educationScore(text));

function readMixed(lines: readonly TextLine[]): Found[] {
  return readEntries(lines, careerScore, false).map((entry): Found => ({ kind: 'career', entry }));
}

/** Without a line above the first dates that begins further left than all of the list: its heading in the margin. */
function withoutMarginHeading(lines: readonly TextLine[]): TextLine[] {
  const [first, ...others] = lines;
  const isHeading =
    first?.cells.length === 1 &&
    others.length > 1 &&
    others.every(({ cells }) => cells[0]!.x > first.cells[0]!.x + MINIMUM_MARGIN_WIDTH);
  return isHeading ? others : [...lines];
}

/** A list is in one section, unless its lines were taken for headings: what gives more entries is right. */
function readOthers(sections: readonly Section[]): Found[] {
  const apart = sections.flatMap(({ lines }) => readUnlabelled(lines));
  const together = readUnlabelled(sections.flatMap(({ lines }) => lines));
  return together.length > apart.length ? together : apart;
}

/** A telephone number or an address: what is above it is no part of an entry. */
const CONTACT = /@|(?:\d[ ()/-]{0,2}){7}|\+\d/u;
const isAboutPerson = (line: TextLine) => CONTACT.test(lineText(line)) || statesPerson(lineText(line));

/** Entries among lines about the person: only those with a beginning, a title and a place. */
function readUnlabelled(source: readonly TextLine[]): Found[] {
  const all = withoutListBullets(joinStackedPeriods(joinLabelledPeriods(source)), false);
  const first = all.findIndex((line) => headPeriod(line, false) !== undefined);
  const contact = all.slice(0, Math.max(0, first)).findLastIndex(isAboutPerson);
  const lines = withoutMarginHeading(all.slice(contact + 1));
  const dated = lines.filter((line) => headPeriod(line, false) !== undefined);
  const partsOf = (line: TextLine) =>
    headPeriod(line, false)!.beside.map((text) =>
      isJoined(text) ? [text, ''] : splitOne(text, careerScore),
    );
  const isCut = (line: TextLine) => partsOf(line).some((parts) => parts.length > 1);
  const hasTitle = (line: TextLine) =>
    partsOf(line)
      .flat()
      .some((part) => careerScore(part) > placeScore(part) || isJoined(part));
  const isWhole = dated.every(isCut) && dated.filter(hasTitle).length * 2 >= dated.length;
  return readMixed(isWhole ? dated : lines).filter(
    ({ entry }) => entry.fromDate !== undefined && entry.title !== '' && entry.place !== '',
  );
}

/** An entry is about a school if its section is or if its words say so, about training if its words do. */
function toCareer(found: readonly Found[]): Career {
  const ofSchool = ({ kind, entry }: Found) =>
    kind === 'school' || (kind !== 'jobs' && isSchool(entry.title, entry.place) && !isJob(entry));
  const ofTraining = (one: Found) =>
    one.kind === 'education' ||
    (!ofSchool(one) &&
      (isTraining(one.entry.title) ||
        (one.kind === 'career' && isLearned(one.entry.title, one.entry.place))));
  const complete = ({ entry }: Found) => entry.title !== '' && entry.place !== '';
  const jobs = found.filter((one) => !ofSchool(one) && !ofTraining(one) && complete(one));
  const trainings = found.filter((one) => !ofSchool(one) && ofTraining(one) && complete(one));
  return {
    jobs: jobs.map(({ entry: { title, place, city, isCurrent, description, ...period } }) => ({
      employer: place,
      position: title,
      city,
      isCurrent,
      description,
      ...toPeriod({ ...period, fromDate: period.fromDate ?? period.singleDate }),
    })),
    professionEducations: trainings.map(({ entry }) => ({
      institution: entry.place,
      profession: entry.title,
      ...toPeriod(entry),
    })),
    schoolEducations: found.filter(ofSchool).map(({ entry }) => ({
      school: entry.place || entry.title,
      graduation: entry.place === '' ? undefined : entry.title || undefined,
      ...toPeriod(entry),
    })),
  };
}

function isJob({ title }: Entry): boolean {
  return positionScore(title) > 0;
}

export function toPeriod({ fromDate, untilDate }: Pick<Entry, 'fromDate' | 'untilDate'>): CvPeriod {
  return { fromDate, untilDate };
}
