import { useQueries } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { call, read } from '../../../core/api/call.ts';
import { changeSeen } from '../../../core/api/change-seen.ts';
import { queries } from '../../../core/api/queries.ts';
import { shown, toBody } from '../../../core/forms/fields.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { candidateChange, candidateGet } from '../../../generated/operations.ts';
import type { SchemaCandidateDto } from '../../../generated/types.ts';
import { type SkillChange, useSkillChange } from '../../candidates/profile/use-skill-change.ts';
import { type Answer, answersOf } from './answers.ts';
import {
  type Difference,
  differencesOf,
  FIELDS,
  hasValues,
  type Property,
  propertiesIn,
  type Sent,
  type Values,
  valuesIn,
} from './differences.ts';
import classes from './sent-values.module.css';

interface SentValuesProps {
  candidate: SchemaCandidateDto;
  application: SchemaCandidateDto['applies'][number];
}

/** What came with an application and is not in the profile: values that the profile has otherwise, and the answers of a form. */
export function SentValues({ candidate, application: { id, submitted, data } }: SentValuesProps) {
  return (
    <>
      <Differences key={id} candidate={candidate} differences={differencesOf(candidate, submitted)} />
      <Answers data={data} />
    </>
  );
}

interface DifferencesProps {
  candidate: SchemaCandidateDto;
  differences: readonly Difference[];
}

function Differences({ candidate, differences }: DifferencesProps) {
  const texts = useTexts();
  const { sent: words, candidatePage } = texts;
  const mayTakeOver = useMay()('candidates:write');
  const toText = useValueTexts(differences);
  const { takeOver, isPending } = useTakeOver(candidate.id, toText);
  const [hasTakenOver, setTakenOver] = useState(false);
  const id = useId();
  const section = useRef<HTMLElement>(null);
  if (differences.length === 0 && !hasTakenOver) return null;
  const nameOf = ({ name }: Difference) =>
    name === 'location' ? candidatePage.parts.address : candidatePage.properties[name];
  const take = (difference: Difference) => {
    setTakenOver(true);
    // The row that had the focus is gone then.
    takeOver(difference, nameOf(difference), () => section.current?.focus());
  };
  return (
    <section ref={section} className={classes.sent} aria-labelledby={id} tabIndex={-1}>
      <h3 id={id}>{words.differences}</h3>
      {differences.length === 0 ? (
        <p className={classes.quiet}>{words.allTakenOver}</p>
      ) : (
        <dl className={classes.rows}>
          {differences.map((difference) => (
            <div key={difference.name} className={classes.row}>
              <dt>{nameOf(difference)}</dt>
              <dd>
                {toText(difference.sent)}
                <span className={classes.quiet}>{words.inProfile(toText(difference.now))}</span>
              </dd>
              {mayTakeOver && (
                <dd>
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={isPending}
                    aria-label={words.takeOverNamed(nameOf(difference))}
                    onClick={() => take(difference)}
                  >
                    {words.takeOver}
                  </Button>
                </dd>
              )}
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** Writes what was sent to the profile, unless a colleague has changed it there since. The message about it takes it back. */
function useTakeOver(candidateId: number, toText: (values: Values) => string) {
  const { sent: words } = useTexts();
  const change = useSkillChange(candidateId);
  const put = (values: Values, seen: Values) =>
    changeSeen({
      read: () => read(candidateGet, { path: { candidateId } }),
      isAsSeen: (stored) => hasValues(stored, seen),
      change: (ifMatch) => call(candidateChange, { path: { candidateId }, body: toBody(values), ifMatch }),
    });
  const toChange = (name: string, sent: Values, seen: Values): SkillChange => {
    const properties = propertiesIn(sent);
    return {
      done: words.takenOver(name),
      undone: words.takenBack(name),
      run: () => put(sent, seen),
      undoFrom: (after) => put(seen, valuesIn(after, properties)),
      meanwhile(stored) {
        const now = valuesIn(stored, properties);
        return {
          text: words.notTakenOver(name, toText(now)),
          properties,
          anyway: hasValues(stored, sent)
            ? undefined
            : { label: words.takeOverAnyway, change: toChange(name, sent, now) },
        };
      },
    };
  };
  const takeOver = ({ sent, now }: Difference, name: string, onDone: () => void) =>
    change.mutate(toChange(name, sent, now), { onSuccess: onDone });
  return { takeOver, isPending: change.isPending };
}

/** The parts of an address, with a comma between them. */
const LINES: readonly (readonly Property[])[] = [
  ['location.street', 'location.streetNumber'],
  ['location.zipCode', 'location.city'],
  ['location.countryId'],
];

/** Returns what shows the values of a difference in one line. The lists are read only if one of their entries is shown. */
function useValueTexts(differences: readonly Difference[]): (values: Values) => string {
  const texts = useTexts();
  const formats = useFormats();
  const shownLists = new Set(differences.flatMap(({ sent, now }) => [...listsOf(sent), ...listsOf(now)]));
  const lists = [...shownLists];
  const entries = useQueries({ queries: lists.map((list) => queries.valueList(list)) });
  const toText = (property: Property, value: Sent | null): string | undefined => {
    const field = FIELDS[property];
    const found = 'list' in field ? entries[lists.indexOf(field.list)]?.data : undefined;
    const choices = found?.map(({ id, name }) => ({ value: id, label: name }));
    const { kind } = field;
    return shown({ property, label: '', kind, ...(choices && { choices }) }, value, formats, texts);
  };
  return (values) => {
    const properties = propertiesIn(values);
    const written = properties.length === 1 ? [properties] : LINES;
    const lines = written.map((line) =>
      line
        .map((property) => toText(property, values[property] ?? null))
        .filter(Boolean)
        .join(' '),
    );
    return lines.filter(Boolean).join(', ') || texts.candidate.notGiven;
  };
}

const listsOf = (values: Values) =>
  propertiesIn(values).flatMap((property) => {
    const field = FIELDS[property];
    return 'list' in field && values[property] != null ? [field.list] : [];
  });

/** So many are shown at once. */
const FIRST_ANSWERS = 8;

function Answers({ data }: { data: SentValuesProps['application']['data'] }) {
  const { sent: words } = useTexts();
  const id = useId();
  const { answers, isCut } = answersOf(data);
  if (answers.length === 0) return null;
  const others = answers.slice(FIRST_ANSWERS);
  return (
    <section className={classes.sent} aria-labelledby={id}>
      <h3 id={id}>{words.answers}</h3>
      <AnswerList answers={answers.slice(0, FIRST_ANSWERS)} />
      {others.length > 0 && (
        <details>
          <summary>{words.moreAnswers(others.length)}</summary>
          <AnswerList answers={others} />
          {isCut && <p className={classes.quiet}>{words.cut}</p>}
        </details>
      )}
    </section>
  );
}

function AnswerList({ answers }: { answers: readonly Answer[] }) {
  const texts = useTexts();
  const formats = useFormats();
  const toText = (value: Answer['value']) =>
    shown({ property: '', label: '', kind: 'text' }, value, formats, texts) ?? texts.candidate.notGiven;
  return (
    <dl className={classes.rows}>
      {answers.map(({ id, name, value }) => (
        <div key={id} className={classes.row}>
          <dt>{name}</dt>
          <dd>{toText(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
