import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { nameOf } from '../../../core/api/records.ts';
import { paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { NotDone } from '../../../core/ui/confirm.tsx';
import { Problem } from '../../../core/ui/form-problem.tsx';
import type { TaggedCandidate } from '../profile/source.ts';
import { Choices } from './choices.tsx';
import { Dismissal } from './dismissal.tsx';
import classes from './page.module.css';
import { Person } from './person.tsx';
import { type Taken, useComparison } from './properties.ts';
import { United } from './united.tsx';
import { useMerge } from './use-merge.ts';

interface ComparisonProps {
  kept: TaggedCandidate;
  merged: TaggedCandidate;
}

export function Comparison({ kept, merged }: ComparisonProps) {
  const { compare } = useTexts();
  const may = useMay();
  const { chosen, filled } = useComparison(kept.record, merged.record);
  const [take, setTake] = useState<ReadonlySet<Taken>>(new Set());
  const merge = useMerge(kept, merged);
  const [one, other] = [kept.record, merged.record];
  const mayMerge = may('candidates:write');
  const taken = chosen.map(({ property }) => property).filter((property) => take.has(property));
  return (
    <div className={classes.comparison}>
      <Persons kept={kept} merged={merged} />
      <Choices
        kept={one}
        merged={other}
        chosen={chosen}
        take={take}
        choose={setTake}
        isReadOnly={!mayMerge}
      />
      {filled.length > 0 && (
        <section aria-labelledby="filled" className={classes.part}>
          <h2 id="filled">{compare.filled}</h2>
          <p className={classes.quiet}>{compare.filledLead}</p>
          <dl className={classes.filled}>
            {filled.map(({ property, label, merged: value = compare.empty }) => (
              <div key={property}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <United kept={one} merged={other} />
      {mayMerge && (
        <section className={classes.part} aria-label={compare.merge}>
          <p className={classes.sentence}>
            {compare.sentence(nameOf(other), String(other.id), nameOf(one), String(one.id))}
          </p>
          <Refusal merge={merge} />
          <div className={classes.actions}>
            <Button loading={merge.isPending} onClick={({ detail }) => detail < 2 && merge.mutate(taken)}>
              {compare.merge}
            </Button>
            <Dismissal one={one} other={other} />
          </div>
        </section>
      )}
    </div>
  );
}

function Refusal({ merge }: { merge: ReturnType<typeof useMerge> }) {
  if (merge.error === null) return null;
  return merge.refusal === undefined ? <NotDone error={merge.error} /> : <Problem text={merge.refusal} />;
}

function Persons({ kept, merged }: ComparisonProps) {
  const { compare } = useTexts();
  const navigate = useNavigate();
  const swap = () => void navigate({ to: paths.compare(merged.record.id, kept.record.id), replace: true });
  return (
    <div className={classes.persons}>
      <Person candidate={kept.record} role={compare.keeps} isKept />
      <Button variant="default" aria-label={compare.swapHelp} onClick={swap}>
        {compare.swap}
      </Button>
      <Person candidate={merged.record} role={compare.disappears} />
    </div>
  );
}
