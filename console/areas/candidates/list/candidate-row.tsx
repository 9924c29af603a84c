import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../../core/api/queries.ts';
import { type CandidateHit, nameOf } from '../../../core/api/records.ts';
import { Excerpts } from '../../../core/list/excerpts.tsx';
import classes from '../../../core/list/table.module.css';
import { useRowFocus } from '../../../core/list/use-row-focus.ts';
import type { CurrentRow } from '../../../core/list/window-table.tsx';
import { paths } from '../../../core/paths.ts';
import { useFormats, useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Ago } from '../../../core/ui/when.tsx';
import type { Selection } from './selection.ts';

interface CandidateRowProps {
  candidate: CandidateHit;
  index: number;
  selection: Selection | undefined;
  current: CurrentRow | undefined;
}

export function CandidateRow({ candidate, index, selection, current }: CandidateRowProps) {
  const texts = useTexts();
  const link = useRowFocus(current);
  const name = nameOf(candidate);
  const isSelected = selection?.ids.has(candidate.id) ?? false;
  const { desiredPosition, profession, responsibleUser, matches, stage } = candidate;
  return (
    <tr
      aria-rowindex={index + 2}
      className={classes.row}
      data-selected={isSelected}
      data-current={current !== undefined}
    >
      {selection !== undefined && (
        <td className={classes.check}>
          <input
            type="checkbox"
            aria-label={texts.candidates.select(name)}
            checked={isSelected}
            onChange={() => selection.toggle(candidate.id)}
          />
        </td>
      )}
      <td>
        <Link ref={link} to={paths.candidate(candidate.id)} className={classes.name}>
          {name}
        </Link>
        <span className={classes.below}>
          {[candidate.city, desiredPosition ?? profession].filter(Boolean).join(' · ')}
        </span>
        {matches.length > 0 && <Excerpts matches={matches} names={texts.candidates.fields} />}
      </td>
      <td className={classes.medium}>
        <Residence candidate={candidate} />
      </td>
      <td className={classes.statusColumn}>
        <StatusName statusId={candidate.statusId} />
      </td>
      <td className={classes.large}>{desiredPosition ?? profession}</td>
      <td className={`${classes.large} ${responsibleUser === null ? classes.quiet : ''}`}>
        {responsibleUser ?? texts.candidates.nobody}
      </td>
      <td className={classes.stageColumn}>
        {stage !== null && (
          <span className={classes.stage} data-stage={stage}>
            {texts.stages[stage]}
          </span>
        )}
      </td>
      <td className={`number ${classes.changedColumn} ${classes.quiet}`}>
        <Ago utc={candidate.modifiedAtUtc} />
      </td>
    </tr>
  );
}

function Residence({ candidate: { zipCode, city, distanceKm } }: { candidate: CandidateHit }) {
  const texts = useTexts();
  const formats = useFormats();
  const place = [zipCode, city].filter(Boolean).join(' ');
  if (distanceKm === null) return place;
  return (
    <>
      {place}
      {place !== '' && ' · '}
      <span className={classes.quiet}>
        {texts.candidates.distance(formats.number(Math.round(distanceKm)))}
      </span>
    </>
  );
}

function StatusName({ statusId }: Pick<CandidateHit, 'statusId'>) {
  const { language } = useLanguage();
  const statuses = useQuery(queries.candidateStatuses(language));
  return statuses.data?.find(({ id }) => id === statusId)?.name ?? null;
}
