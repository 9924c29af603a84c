import type { RequestRecord } from '../../../core/api/queries-requests.ts';
import type { MatchesSearch } from '../../../core/paths.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import type { SchemaMatchesResponse } from '../../../generated/types.ts';
import classes from './matches.module.css';
import { useWords } from './words.ts';

interface ComparedProps {
  first: SchemaMatchesResponse;
  record: RequestRecord;
  search: MatchesSearch;
  change: (search: MatchesSearch) => void;
}

/** Whom the service compared, and with what. Nobody is left out without a word. */
export function Compared({ first, record, search, change }: ComparedProps) {
  const { texts } = useLanguage();
  const { proposals: words } = texts;
  const { askedFor } = useWords();
  return (
    <div className={classes.compared}>
      <Extent first={first} search={search} change={change} />
      {!first.hasPlace && <p>{words.noPlace}</p>}
      <details>
        <summary>{words.comparedWith}</summary>
        <dl className={classes.asked}>
          {first.criteria.map((criterion) => (
            <div key={criterion.key}>
              <dt>{words.kinds[criterion.kind]}</dt>
              <dd>{askedFor(criterion)}</dd>
            </div>
          ))}
        </dl>
        {record.requirements !== null && (
          <>
            <h3>{words.requirements}</h3>
            <p className={classes.quiet}>{words.requirementsLead}</p>
            <p className={classes.text}>{record.requirements}</p>
          </>
        )}
      </details>
    </div>
  );
}

function Extent({ first, search, change }: Omit<ComparedProps, 'record'>) {
  const { formats, texts } = useLanguage();
  const { proposals: words } = texts;
  const { everyone, compared, narrowedBy } = first;
  const { everyone: comparesAll, ...rest } = search;
  const reasons = narrowedBy.map(({ criterion, withinKm }) =>
    criterion === 'distance'
      ? words.narrowing.distance(formats.number(withinKm ?? 0))
      : words.narrowing[criterion],
  );
  return (
    <p className={classes.line}>
      {reasons.length === 0
        ? words.comparedAll(formats.number(everyone))
        : words.compared(formats.number(compared), formats.number(everyone), formats.list(reasons))}
      {(reasons.length > 0 || comparesAll === true) && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => change(comparesAll === true ? rest : { ...search, everyone: true })}
        >
          {comparesAll === true ? words.compareFewer : words.compareEveryone}
        </Button>
      )}
    </p>
  );
}
