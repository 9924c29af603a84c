import { lineText, type TextLine } from '../text/lines.ts';
import { headPeriod } from './entry-dates.ts';
import { isJoined } from './entry-texts.ts';
import { educationScore, placeScore, positionScore } from './evidence.ts';

// Times between jobs: parental leave, a search for work, a journey. They have a name and dates, and no employer, so their
// heads are shorter than those of the list.

const PAUSE =
  /(?<!\p{L})(?:eltern(?:zeit|karenz)|mutterschutz|erziehungs(?:zeit|urlaub)|kindererziehung|baby-?pause|karenz|familien(?:zeit|phase|pause|arbeit|jahr)|haus(?:frau|mann)|arbeits?(?:suchend|los|suche|losigkeit)|erwerbs(?:los|pause)|(?:stellen|job)suche|bewerbungsphase|(?:neu|um)orientierung|(?:berufliche|persönliche) orientierung(?:sphase)?|orientierungs(?:phase|jahr)|sabbat(?:ical|jahr)|auszeit|weltreise|(?:welt|auslands?|rund|asien|europa)reisen?|reise(?:zeit|jahr)|auslandsaufenthalt|pflege (?:(?:von|der|des|meine[rs]?|eine[rs]) (?:\p{L}+ )?)?(?:naher )?(?:angehörige[rn]?|eltern(?:teils)?|mutter|vaters?|großeltern|großmutter|großvaters|kind(?:es|er)|sohne?s|tochter|partner\p{L}*|ehe\p{L}+|familien\p{L}+)|pflegezeit|krankheit(?:sbedingt\p{L}*)?|genesung|(?:parental|maternity|paternity|family|personal|medical|adoption) (?:leave|break|time)|career (?:break|gap|pause)|gap year|un(?:employed|employment)|between jobs|(?:job|work) search|(?:seeking|looking for) (?:work|employment|a (?:new )?job)|job ?seek(?:ing|er)|^travel(?:l?ing|s)?|world trip|(?:full-time )?car(?:e|ing) (?:for|of) (?:an?|my|the|elderly|sick|two|three) ?\p{L}*|home ?maker|stay-at-home \p{L}+|illness)(?!\p{L})/iu;
/** What some forms call all times without a job. */
const OTHER_TIMES = /^(?:(?:sonstige|andere|weitere) zeit(?:en|räume)|other (?:periods|times))(?=[:,]|$)/iu;
/** Letters. A longer line describes something. */
const MAXIMUM_LENGTH = 60;

/** Whether a text names such a time, and neither an occupation nor an employer. */
export function isPause(text: string): boolean {
  if (OTHER_TIMES.test(text)) return true;
  return (
    text.length <= MAXIMUM_LENGTH &&
    PAUSE.test(text) &&
    positionScore(text) === 0 &&
    placeScore(text) === 0 &&
    educationScore(text) === 0 &&
    !isJoined(text)
  );
}

/** A list without such times. What is below one begins with a space. */
export function withoutPauses(lines: readonly TextLine[]): TextLine[] {
  const dropped = new Set<number>();
  const periods = lines.map((line) => headPeriod(line, true));
  const isName = (index: number) => {
    const line = lines[index];
    return line !== undefined && !line.isBullet && periods[index] === undefined && isPause(lineText(line));
  };
  const areDates = (index: number) => periods[index]?.beside.length === 0 && !dropped.has(index);
  const first = lines.findIndex((_, index) => !isName(index));
  // On the other side of the dates, it would be a line about the entry.
  const side = areDates(first) && first === 0 ? -1 : 1;
  for (const index of lines.keys()) {
    const beside = periods[index]?.beside ?? [];
    if (beside.length > 0 && beside.every(isPause)) dropped.add(index);
    if (!isName(index)) continue;
    if (areDates(index + side)) for (const own of [index, index + side]) dropped.add(own);
  }
  return lines.flatMap((line, index) => {
    if (dropped.has(index)) return [];
    return [dropped.has(index - 1) ? { ...line, hasGapBefore: true } : line];
  });
}
