import { lacksSign } from '../extract/entry-dates.ts';
import { withoutRemark } from '../extract/entry-texts.ts';
import {
  educationScore,
  hasLegalForm,
  isBareDegree,
  isSchool,
  isSchoolName,
  placeScore,
  positionScore,
} from '../extract/evidence.ts';
import type { CvFacts } from '../extract/facts.ts';
import { isKnownCity } from '../extract/known-names.ts';
import type { ReadProperty } from '../values.ts';
import { holdsAnother } from './described-periods.ts';
import {
  type EntryPlace,
  isContinued,
  isCutFromDates,
  isName,
  isWholeLine,
  isWholePart,
  locateEntry,
  type WeighedEntry,
} from './entry-evidence.ts';
import type { ReadLine } from './page-text.ts';
import type { Evidence } from './signals.ts';
import { isWholeList } from './whole-list.ts';

interface EntryList {
  property: ReadProperty;
  entries: readonly WeighedEntry[];
  titleScore: (text: string) => number;
  /** Kinds of sections that have such entries. */
  sections: ReadonlySet<string>;
}

/** Letters. A longer title or place is a sentence, or two things. */
const MAXIMUM_LENGTH = 80;
/** Lines below an entry in which a better place could be. */
const RIVAL_LINES = 4;
/** More than this, only names of companies score (evidence.ts). */
const STRONGEST = 3;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;
const EDUCATION: ReadonlySet<string> = new Set(['career', 'training', 'school', 'education', 'courses']);

/** What speaks for the entries of the resume. */
export function entryEvidence(facts: CvFacts, lines: readonly ReadLine[]): Evidence[] {
  const lists: EntryList[] = [
    {
      property: 'resume.jobs',
      entries: facts.jobs.map(({ position, employer, ...rest }) => ({
        title: position,
        place: employer,
        ...rest,
      })),
      titleScore: positionScore,
      sections: new Set(['career', 'jobs']),
    },
    {
      property: 'resume.professionEducations',
      entries: facts.professionEducations.map(({ profession, institution, ...rest }) => ({
        title: profession,
        place: institution,
        isCurrent: false,
        ...rest,
      })),
      titleScore: educationScore,
      sections: EDUCATION,
    },
    {
      property: 'resume.schoolEducations',
      entries: facts.schoolEducations.map(({ graduation, school, ...rest }) => ({
        title: graduation ?? '',
        place: school,
        isCurrent: false,
        ...rest,
      })),
      titleScore: educationScore,
      sections: EDUCATION,
    },
    {
      property: 'resume.educations',
      entries: facts.educations.map(({ title, provider, ...rest }) => ({
        title,
        place: provider ?? '',
        isCurrent: false,
        ...rest,
      })),
      titleScore: educationScore,
      sections: EDUCATION,
    },
  ];
  const located = lists.map((list) => locateList(list, lines));
  const taken = {
    periods: [...facts.jobs, ...facts.professionEducations, ...facts.schoolEducations, ...facts.educations],
    lines: new Set(located.flatMap((found) => found.flatMap(linesOf))),
  };
  const broken = new Set(
    lists.flatMap((list, index) => {
      const found = located[index]!;
      return isWholeList({ ...list, located: found }, lines, taken) ? [] : sectionsOf(found, lines);
    }),
  );
  return lists.flatMap((list, index) => weighList(list, located[index]!, lines, broken));
}

function locateList({ entries, sections }: EntryList, lines: readonly ReadLine[]): EntryPlace[] {
  const usedDates = new Set<number>();
  const own = lines.filter(({ section }) => sections.has(section ?? ''));
  return entries.map((entry) => locateEntry(entry, own.length > 0 ? own : lines, usedDates));
}

/** The kinds of sections in which entries have their dates. */
function sectionsOf(located: readonly EntryPlace[], lines: readonly ReadLine[]): string[] {
  return located.flatMap(({ dates }) => (dates === undefined ? [] : (lines[dates]!.section ?? [])));
}

/** `broken` are the kinds of sections whose lists were not understood as a whole. */
function weighList(
  list: EntryList,
  located: readonly EntryPlace[],
  lines: readonly ReadLine[],
  broken: ReadonlySet<string>,
): Evidence[] {
  const { property, entries } = list;
  const layouts = located.map((found, index) => layoutOf(found, entries[index]!, lines));
  const sounds = entries.map((entry) => soundOf(entry, list.titleScore));
  return entries.map((entry, index) => {
    const found = located[index]!;
    const all = linesOf(found);
    const alike = [...entries.keys()].filter((other) => layouts[other] === layouts[index]);
    return {
      property,
      index,
      signals: {
        ...partSignals(entry, found, lines),
        hasNoGap: !lines.slice(Math.min(...all), Math.max(...all)).some(isGap(all)),
        isPlain: isPlain(entry),
        isOneEntry: !holdsAnother(entry),
        isListWhole: !sectionsOf([found], lines).some((section) => broken.has(section)),
        // A degree of a school in a list of courses is in the wrong list.
        soundsLikeTitle:
          sounds[index]!.title && !(property === 'resume.educations' && isSchool(entry.title, '')),
        soundsLikePlace: sounds[index]!.place,
        isLikeClearOnes:
          alike.some((other) => other !== index && sounds[other]!.title && sounds[other]!.place) &&
          !alike.some((other) => sounds[other]!.isOpposite),
        hasNoRival:
          all.length > 0 &&
          !isOtherTitleBeside(entry, found, list.titleScore, lines) &&
          !linesNear(all, located, list, lines).some(isRival(sounds[index]!, list.titleScore)),
      },
      lines: [...new Set(all)].sort((left, right) => left - right),
    };
  });
}

interface Sound {
  title: boolean;
  place: boolean;
  /** The two seem to be exchanged. */
  isOpposite: boolean;
}

function soundOf({ title, place }: WeighedEntry, titleScore: EntryList['titleScore']): Sound {
  // "Fachlageristin (IHK)" has a place in parentheses.
  const plainTitle = title.replaceAll(/\([^)]*\)/g, '');
  return {
    title: titleScore(plainTitle) > placeScore(plainTitle),
    place: placeScore(place) > titleScore(place),
    isOpposite: titleScore(place) > placeScore(place) && placeScore(title) > titleScore(title),
  };
}

/** What speaks for the parts of an entry, each for itself. */
function partSignals(entry: WeighedEntry, found: EntryPlace, lines: readonly ReadLine[]) {
  const { title, place, fromDate, untilDate, isCurrent } = entry;
  const titleLine = found.title === undefined ? undefined : lines[found.title];
  const placeLine = found.place === undefined ? undefined : lines[found.place];
  return {
    isFound:
      (titleLine !== undefined || title === '') &&
      (placeLine !== undefined || place === '') &&
      found.dates !== undefined,
    isComplete: title !== '' && place !== '',
    hasWholeTitle: titleLine !== undefined && isWholePart(title, titleLine),
    hasWholePlace:
      placeLine !== undefined && isWholePart(place, placeLine) && !isPlaceOfPlace(place, placeLine),
    isWhole: !isContinued(title, titleLine, lines) && !isContinued(place, placeLine, lines),
    isOnlyTitle: place === '' && titleLine !== undefined && isWholeLine(title, titleLine),
    isNamed: isName(title) && isName(place),
    hasPeriod:
      fromDate !== undefined &&
      (untilDate !== undefined || isCurrent) &&
      !isSingleDate(entry, found, lines) &&
      !(found.dates !== undefined && lacksSign(lines[found.dates]!.line)) &&
      !isCutFromDates(entry, found, lines),
  };
}

/** Whether what is after the comma of a place is one too: "Institute of Forestry, University of Elmwood". */
function isPlaceOfPlace(place: string, { text }: ReadLine): boolean {
  const [, next = ''] = /^,\s+([^,;|·.]+)/u.exec(text.slice(text.indexOf(place) + place.length)) ?? [];
  return placeScore(next) > Math.max(positionScore(next), educationScore(next));
}

/** Whether the line of the dates has a single one, which was read as the beginning and the end. */
function isSingleDate(
  { fromDate, untilDate }: WeighedEntry,
  { dates }: EntryPlace,
  lines: readonly ReadLine[],
) {
  const periods = dates === undefined ? [] : lines[dates]!.periods;
  return (
    fromDate?.slice(0, 4) === untilDate?.slice(0, 4) &&
    periods.some((period) => period.isPoint && period.untilDate === untilDate) &&
    periods.every(({ isPoint }) => isPoint)
  );
}

/** The lines of an entry and those below it, until the next entry or heading. */
function linesNear(
  all: readonly number[],
  located: readonly EntryPlace[],
  { sections }: EntryList,
  lines: readonly ReadLine[],
): ReadLine[] {
  const [first, last] = [Math.min(...all), Math.max(...all)];
  const next = located.map((other) => Math.min(...linesOf(other))).filter((at) => at > last);
  const used = new Set(located.flatMap(linesOf));
  const near = lines.slice(first, Math.max(last + 1, Math.min(last + RIVAL_LINES, ...next)));
  const end = near.findIndex(({ index, section }) => index > last && !sections.has(section ?? ''));
  return (end === -1 ? near : near.slice(0, end)).filter(({ index }) => !used.has(index));
}

/** Whether a line that is in no entry sounds more like a place than what was taken as the place. */
function isRival(sound: Sound, titleScore: EntryList['titleScore']): (line: ReadLine) => boolean {
  return ({ line, text }) =>
    !line.isBullet &&
    text.length <= MAXIMUM_LENGTH &&
    placeScore(text) > Math.max(titleScore(text), sound.place ? STRONGEST : 0);
}

/** Whether a line between those of an entry is in no part of it: one of them may go on there. A city may stand between. */
function isGap(own: readonly number[]): (line: ReadLine) => boolean {
  return ({ index, text }) => !own.includes(index) && !isKnownCity(text.trim());
}

/** Whether the texts of an entry are no dates and no lists, and its place not only a city, with a remark or without. */
function isPlain({ title, place }: WeighedEntry): boolean {
  return (
    !YEAR.test(title) &&
    !YEAR.test(place) &&
    !isKnownCity(withoutRemark(place)) &&
    !isBareDegree(title) &&
    !isBoth(title) &&
    !isList(place)
  );
}

/** "Küchenchefin, Gasthof Linde": the title and the place in one. */
function isBoth(title: string): boolean {
  const [, ...others] = title.split(/,\s+/);
  return others.some((part) => placeScore(part) > Math.max(positionScore(part), educationScore(part)));
}

/** "Wareneinkauf, Kalkulation, Service": duties. Employers with two commas have a legal form or the word for a school. */
function isList(place: string): boolean {
  return place.split(/,\s+/).length > 2 && !hasLegalForm(place) && !isSchoolName(place);
}

/** Whether a cell beside the dates of an entry sounds like its title and is in no part of it. */
function isOtherTitleBeside(
  { title, place }: WeighedEntry,
  { dates, title: at }: EntryPlace,
  titleScore: EntryList['titleScore'],
  lines: readonly ReadLine[],
): boolean {
  if (dates === undefined || at === dates) return false;
  return lines[dates]!.line.cells.some(
    ({ text }) => !title.includes(text) && !place.includes(text) && titleScore(text) > placeScore(text),
  );
}

const linesOf = ({ title, place, dates }: EntryPlace) =>
  [title, place, dates].filter((at) => at !== undefined);

/** Where title and place are, seen from the dates. */
function layoutOf(
  { title, place, dates }: EntryPlace,
  entry: WeighedEntry,
  lines: readonly ReadLine[],
): string {
  if (title === undefined || place === undefined || dates === undefined)
    return `? ${title} ${place} ${dates}`;
  const isTitleFirst =
    title === place && lines[title]!.text.indexOf(entry.title) < lines[place]!.text.indexOf(entry.place);
  return [title - dates, place - dates, isTitleFirst].join(' ');
}
