import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import type { RequestRecord } from '../../../core/api/queries-requests.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { paths } from '../../../core/paths.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { WhenRead } from '../../../core/ui/when-read.tsx';
import type { SchemaRequestProposalsResponse } from '../../../generated/types.ts';
import { CANCELLED } from '../../requests/status.tsx';
import { type NamedProposal, type Proposal, type ProposalStatus, STATUSES } from '../use-proposal-changes.ts';
import classes from './board.module.css';
import { type Ask, Card } from './card.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { FilledOffer } from './filled-offer.tsx';
import { Removal } from './removal.tsx';

/** Who is on the request, by status. */
export function Board({ record }: { record: RequestRecord }) {
  const found = useQuery(queries.requestProposals(record.id));
  // A card disappears from its column when a colleague moves it. What is typed in its dialog must stay.
  const [{ kind, proposal }, setAsked] = useState<Asked>({ proposal: NOBODY });
  const ask: Ask = (next, about) => setAsked({ kind: next, proposal: about });
  const close = () => setAsked(({ proposal }) => ({ proposal }));
  return (
    <>
      <WhenRead read={found} rows={6}>
        {(data) => <Proposals found={data} record={record} ask={ask} />}
      </WhenRead>
      <EditDialog proposal={proposal} isOpen={kind === 'edit'} close={close} />
      <Removal proposal={proposal} isOpen={kind === 'remove'} close={close} />
    </>
  );
}

interface Asked {
  /** Of the dialog that is open. */
  kind?: Parameters<Ask>[0];
  /** The dialog keeps what it is about while it disappears. */
  proposal: NamedProposal;
}

/** Before a dialog is opened. Only one that is there before it opens returns the focus to its button. */
const NOBODY: NamedProposal = { id: 0, requestId: 0, candidateName: '' };

interface ProposalsProps {
  found: SchemaRequestProposalsResponse;
  record: RequestRecord;
  ask: Ask;
}

function Proposals({ found, record, ask }: ProposalsProps) {
  const { proposals: texts } = useTexts();
  const formats = useFormats();
  const id = useId();
  const moved = useRef<number | undefined>(undefined);
  const { placed, headcount, canBeFilled, proposals } = found;
  return (
    <section className={classes.part} aria-labelledby={id}>
      <header className={classes.header}>
        <h2 id={id}>{texts.tabs.proposals}</h2>
        <span className={classes.count}>
          {texts.placed(formats.number(placed), formats.number(headcount))}
        </span>
      </header>
      {record.statusId === CANCELLED && <p className={formClasses.lead}>{texts.cancelledLead}</p>}
      {placed > headcount && record.statusId !== CANCELLED && (
        <p className={classes.offer} role="status">
          {texts.tooMany(formats.number(placed - headcount))}
        </p>
      )}
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
              ask={ask}
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
  ask: Ask;
}

function Column({ status, proposals, moved, ask }: ColumnProps) {
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
            <Card key={proposal.id} proposal={proposal} moved={moved} ask={ask} />
          ))}
        </ul>
      )}
    </section>
  );
}
