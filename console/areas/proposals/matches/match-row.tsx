import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import type { SchemaMatchCriterionDto } from '../../../generated/types.ts';
import { type ProposalStatus, useShortlist } from '../use-proposal-changes.ts';
import classes from './matches.module.css';
import { type Match, useWords } from './words.ts';

interface MatchRowProps {
  requestId: number;
  match: Match;
  criteria: readonly SchemaMatchCriterionDto[];
  /** Of the proposal of the candidate on the request. */
  status: ProposalStatus | undefined;
  isChosen: boolean;
  choose: (isChosen: boolean) => void;
}

export function MatchRow({ requestId, match, criteria, status, isChosen, choose }: MatchRowProps) {
  const { formats, texts } = useLanguage();
  const { proposals: words } = texts;
  const may = useMay();
  const { candidateId, name, city, office, met, partly, missed, unknown, placement } = match;
  const required = met + partly + missed + unknown;
  // Whoever was declined can be shortlisted again.
  const mayAdd = may('proposals:write') && (status === undefined || status === 'declined');
  return (
    <li className={classes.match} data-chosen={isChosen}>
      <div className={classes.who}>
        {mayAdd && (
          <Checkbox
            aria-label={words.select(name)}
            checked={isChosen}
            onChange={({ currentTarget }) => choose(currentTarget.checked)}
          />
        )}
        <div>
          <Link to={paths.candidate(candidateId)} className={classes.name}>
            {name}
          </Link>
          <span className={classes.quiet}>{[city, office].filter(Boolean).join(' · ')}</span>
        </div>
        <strong className={classes.fit}>{words.fit(formats.number(met), formats.number(required))}</strong>
        {status !== undefined && <span className={classes.status}>{words.statuses[status]}</span>}
        {mayAdd && <Shortlist requestId={requestId} match={match} />}
      </div>
      {placement !== null && (
        <p className={classes.warning}>
          <Link to={paths.request(placement.requestId)}>
            {words.placedElsewhere(
              placement.requestTitle,
              placement.company,
              placement.endDate === null ? words.openEnded : words.until(formats.day(placement.endDate)),
            )}
          </Link>
        </p>
      )}
      <Reasons match={match} criteria={criteria} />
    </li>
  );
}

function Shortlist({ requestId, match }: Pick<MatchRowProps, 'requestId' | 'match'>) {
  const { texts } = useLanguage();
  const { shortlist, isPending } = useShortlist(requestId);
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={isPending}
      aria-label={texts.proposals.shortlistOf(match.name)}
      onClick={() => shortlist([match])}
    >
      {texts.proposals.shortlist}
    </Button>
  );
}

const SIGNS = { met: '✓', partly: '!', missed: '✕', unknown: '?' } as const;

/** Every criterion with what the record says, by outcome. The words say it, the signs only help to find them. */
function Reasons({ match, criteria }: Pick<MatchRowProps, 'match' | 'criteria'>) {
  const { proposals: words } = useLanguage().texts;
  const { saidBy } = useWords();
  const kinds = new Map(criteria.map(({ key, kind }) => [key, kind]));
  return (
    <dl className={classes.reasons}>
      {(['met', 'partly', 'missed', 'unknown'] as const).map((outcome) => {
        const reasons = match.outcomes.filter((one) => one.outcome === outcome && kinds.has(one.key));
        if (reasons.length === 0) return null;
        return (
          <div key={outcome} className={classes[outcome]}>
            <dt>
              <span aria-hidden="true">{SIGNS[outcome]}</span> {words.outcomes[outcome]}
            </dt>
            <dd>
              {reasons.map((one, index) => {
                const kind = kinds.get(one.key)!;
                const said = outcome === 'unknown' ? '' : `: ${saidBy(one, kind)}`;
                return (
                  <span key={one.key} className={classes.reason}>
                    {labelOf(criteria, one.key) ?? words.kinds[kind]}
                    {said}
                    {index < reasons.length - 1 && '; '}
                  </span>
                );
              })}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Of several of a kind, each has the name of what is asked for. */
function labelOf(criteria: readonly SchemaMatchCriterionDto[], key: string): string | undefined {
  const criterion = criteria.find((one) => one.key === key);
  if (criterion?.kind === 'skill') return criterion.names[0];
  return criterion?.kind === 'language' ? criterion.names.join(' ') : undefined;
}
