import { Radio } from '@mantine/core';
import { nameOf } from '../../../core/api/records.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import type { Candidate } from '../profile/source.ts';
import classes from './page.module.css';
import type { Compared, Taken } from './properties.ts';

interface ChoicesProps {
  kept: Candidate;
  merged: Candidate;
  chosen: readonly Compared[];
  /** The properties that are taken from the one that disappears. */
  take: ReadonlySet<Taken>;
  choose: (take: ReadonlySet<Taken>) => void;
  isReadOnly: boolean;
}

/** One choice for each property in which both have a value and the values differ. */
export function Choices({ chosen, take, choose, ...rest }: ChoicesProps) {
  const { compare } = useTexts();
  const set = (property: Taken, isTaken: boolean) => {
    const next = new Set(take);
    if (isTaken) next.add(property);
    else next.delete(property);
    choose(next);
  };
  return (
    <section aria-labelledby="choose" className={classes.part}>
      <h2 id="choose">{compare.choose}</h2>
      {chosen.length === 0 ? (
        <p className={classes.quiet}>{compare.alike}</p>
      ) : (
        <>
          <p className={classes.quiet}>{compare.chooseLead}</p>
          {!rest.isReadOnly && chosen.length > 1 && (
            <div className={classes.actions}>
              <Button variant="default" size="compact-sm" onClick={() => choose(new Set())}>
                {compare.allOf(String(rest.kept.id))}
              </Button>
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => choose(new Set(chosen.map(({ property }) => property)))}
              >
                {compare.allOf(String(rest.merged.id))}
              </Button>
            </div>
          )}
          {chosen.map((compared) => (
            <Choice
              key={compared.property}
              {...rest}
              compared={compared}
              isTaken={take.has(compared.property)}
              set={(isTaken) => set(compared.property, isTaken)}
            />
          ))}
        </>
      )}
    </section>
  );
}

interface ChoiceProps extends Pick<ChoicesProps, 'kept' | 'merged' | 'isReadOnly'> {
  compared: Compared;
  isTaken: boolean;
  set: (isTaken: boolean) => void;
}

function Choice({ compared, kept, merged, isTaken, isReadOnly, set }: ChoiceProps) {
  const { compare } = useTexts();
  const { property, label } = compared;
  // Without a choice, the remarks of both are kept.
  const own =
    property === 'remarks' ? `${compare.bothRemarks}: ${compared.kept} + ${compared.merged}` : compared.kept;
  const sides = [
    { isMerged: false, value: own, candidate: kept },
    { isMerged: true, value: compared.merged, candidate: merged },
  ];
  return (
    <fieldset className={classes.choice}>
      <legend>{label}</legend>
      <div className={classes.sides}>
        {sides.map(({ isMerged, value = compare.empty, candidate }) => (
          <Radio
            key={candidate.id}
            name={property}
            value={isMerged ? 'merged' : 'kept'}
            checked={isTaken === isMerged}
            disabled={isReadOnly}
            classNames={{ root: classes.side, label: classes.value, body: classes.body }}
            label={value}
            aria-label={`${value} (${nameOf(candidate)}, ${compare.number(String(candidate.id))})`}
            onChange={() => set(isMerged)}
          />
        ))}
      </div>
    </fieldset>
  );
}
