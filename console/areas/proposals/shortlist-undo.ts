import { failureText } from '../../core/forms/failure-text.ts';
import { isOvertaken } from '../../core/frame/use-change.ts';
import type { useLanguage } from '../../core/texts/language.tsx';

/** Not all of several candidates were taken off the shortlist. */
export class PartlyUndoneError extends Error {
  override readonly name = 'PartlyUndoneError';
  /** What became of each of them. */
  readonly outcomes: readonly Outcome[];

  constructor(outcomes: readonly Outcome[]) {
    super('Not all candidates were taken off the shortlist.');
    this.outcomes = outcomes;
  }
}

interface Outcome {
  name: string;
  /** Absent if the candidate was taken off. */
  error?: unknown;
}

/** Takes them off, and waits for all of them. Throws if one of them stays: a PartlyUndoneError if they are several. */
export async function undoAll(
  shortlisted: readonly { name: string; remove(): Promise<unknown> }[],
): Promise<void> {
  const settled = await Promise.allSettled(shortlisted.map(({ remove }) => remove()));
  const outcomes = settled.map((result, index): Outcome => {
    const { name } = shortlisted[index]!;
    return result.status === 'fulfilled' ? { name } : { name, error: result.reason };
  });
  const failed = outcomes.find(({ error }) => error !== undefined);
  if (failed === undefined) return;
  throw outcomes.length === 1 ? failed.error : new PartlyUndoneError(outcomes);
}

type Language = Pick<ReturnType<typeof useLanguage>, 'texts' | 'formats'>;

/** How many are no longer shortlisted, and who still is, or may be, with the reason. */
export function partlyUndoneText({ outcomes }: PartlyUndoneError, { texts, formats }: Language): string {
  const { proposals } = texts;
  const undone = outcomes.filter(({ error }) => error === undefined);
  const said: string[] = [];
  if (undone.length === 1) said.push(proposals.shortlistUndone(undone[0]!.name));
  if (undone.length > 1) said.push(proposals.shortlistUndoneAll(formats.number(undone.length)));
  const namesOf = new Map<string, string[]>();
  for (const { name, error } of outcomes) {
    if (error === undefined) continue;
    const reason = isOvertaken(error) ? proposals.shortlistDecided : failureText(error, texts);
    namesOf.set(reason, [...(namesOf.get(reason) ?? []), name]);
  }
  for (const [reason, names] of namesOf) said.push(`${listOf(names, { texts, formats })}: ${reason}`);
  return said.join(' ');
}

/** More names would hide what is said about them. */
const MOST_NAMES = 3;

function listOf(names: readonly string[], { texts, formats }: Language): string {
  const rest = names.length - MOST_NAMES;
  const first = names.slice(0, MOST_NAMES);
  return formats.list(rest > 0 ? [...first, texts.bulk.more(formats.number(rest))] : first);
}
