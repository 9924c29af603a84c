import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useRef } from 'react';
import { queries } from '../../../core/api/queries.ts';
import type { RequestRecord } from '../../../core/api/queries-requests.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { paths } from '../../../core/paths.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import { type Proposal, type ProposalStatus, STATUSES } from '../use-proposal-changes.ts';
import classes from './board.module.css';
import { Card } from './card.tsx';
import { FilledOffer } from './filled-offer.tsx';

/** Who is on the request, by status. */
export function Board({ record }: { record: RequestRecord }) {
  const { proposals: texts } = useTexts();
  const formats = useFormats();
  const id = useId();
  const found = useQuery(queries.requestProposals(record.id));
  const moved = useRef<number | undefined>(undefined);
  if (found.isPending) return <Loading rows={6} />;
  if (found.isError) return <Failed error={found.error} retry={() => found.refetch()} />;
  const { placed, headcount, canBeFilled, proposals } = found.data;
  return (
    <section className={classes.part} aria-labelledby={id}>
      <header className={classes.header}>
        <h2 id={id}>{texts.tabs.proposals}</h2>
        <span className={classes.count}>
          {texts.placed(formats.number(placed), formats.number(headcount))}
        </span>
      </header>
      {canBeFilled && <FilledOffer record={record} />}
      {proposals.length === 0 ? (
        <p className={formClasses.lead}>
          {texts.none}{' '}
          <Link to={paths.request(record.id)} search={{ tab: 'matches' }}>
            {texts.find}
          </Link>
        </p>
      ) : (
        <div className={classes.board}>
          {STATUSES.map((status) => (
            <Column
              key={status}
              status={status}
              moved={moved}
              proposals={proposals.filter((one) => one.status === status)}
            />
          ))}
        </div>
      )}
    </section>
  );
}

interface ColumnProps {
  status: ProposalStatus;
  proposals: readonly Proposal[];
  moved: React.RefObject<number | undefined>;
}

function Column({ status, proposals, moved }: ColumnProps) {
  const { proposals: texts } = useTexts();
  const formats = useFormats();
  const id = useId();
  return (
    <section className={classes.column} aria-labelledby={id}>
      <h3 id={id}>
        {texts.statuses[status]} <span className={classes.count}>{formats.number(proposals.length)}</span>
      </h3>
      {proposals.length === 0 ? (
        <p className={formClasses.lead}>{texts.emptyColumn}</p>
      ) : (
        <ul className={classes.cards} aria-labelledby={id}>
          {proposals.map((proposal) => (
            <Card key={proposal.id} proposal={proposal} moved={moved} />
          ))}
        </ul>
      )}
    </section>
  );
}
