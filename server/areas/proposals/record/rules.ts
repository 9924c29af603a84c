import type { Fault } from '../../../core/http/index.ts';

export const PROPOSAL_STATUSES = ['shortlisted', 'proposed', 'accepted', 'placed', 'declined'] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

export const RATE_UNITS = ['hour', 'day', 'month', 'year'] as const;
export type RateUnit = (typeof RATE_UNITS)[number];

/** The board of a request is read at once. */
export const MAXIMUM_PER_REQUEST = 500;
export const MAXIMUM_PER_CALL = 100;

/**
 * The customer is asked by phone as well, so a step can be left out, and every move can be taken back. Only who was accepted can be
 * placed: a placement counts towards the headcount.
 */
const NEXT: Readonly<Record<ProposalStatus, readonly ProposalStatus[]>> = {
  shortlisted: ['proposed', 'accepted', 'declined'],
  proposed: ['shortlisted', 'accepted', 'declined'],
  accepted: ['shortlisted', 'proposed', 'placed', 'declined'],
  placed: ['accepted'],
  declined: ['shortlisted', 'proposed', 'accepted'],
};

/** Empty for a status that only a later version has, while processes of both are running. */
export function possibleStatuses(status: ProposalStatus): readonly ProposalStatus[] {
  return (NEXT as Partial<typeof NEXT>)[status] ?? [];
}

/** Returns a fault if the status does not lead to the next one. */
export function transitionFaults(status: ProposalStatus, next: ProposalStatus): Fault[] {
  if (status === next || possibleStatuses(status).includes(next)) return [];
  const message =
    next === 'placed'
      ? 'status cannot be set to placed before it is accepted. Set it to accepted first.'
      : 'status cannot be changed from placed to this one. Set it to accepted first, which undoes the placement.';
  return [{ property: 'status', code: 'notAllowed', message }];
}

const DATES = {
  shortlisted: 'shortlisted_at',
  proposed: 'proposed_at',
  accepted: 'accepted_at',
  placed: 'placed_at',
  declined: 'declined_at',
} as const satisfies Record<ProposalStatus, string>;
type DateColumn = (typeof DATES)[ProposalStatus];

/** What happens to the dates with a new status: the ones after it are cleared, and its own is set if it has none. */
export function datesOf(next: ProposalStatus): { set: DateColumn; cleared: DateColumn[] } {
  const set = DATES[next];
  // Who is declined had all that came before.
  if (next === 'declined') return { set, cleared: [] };
  const after = PROPOSAL_STATUSES.slice(PROPOSAL_STATUSES.indexOf(next) + 1);
  return { set, cleared: after.map((status) => DATES[status]) };
}

/** A rate as it is sent. Null clears it. */
export interface Rate {
  amount: number;
  unit: RateUnit;
  currency: string;
}

export interface ProposalValues {
  status: ProposalStatus;
  rate: Rate | null;
  comment: string | null;
}

/** The properties of a body that differ from what is stored. */
export function changedValues(
  stored: ProposalValues,
  sent: Partial<ProposalValues>,
): Partial<ProposalValues> {
  const changed: Partial<ProposalValues> = {};
  if (sent.status !== undefined && sent.status !== stored.status) changed.status = sent.status;
  if (sent.comment !== undefined && sent.comment !== stored.comment) changed.comment = sent.comment;
  if (sent.rate !== undefined && !isSameRate(sent.rate, stored.rate)) changed.rate = sent.rate;
  return changed;
}

function isSameRate(one: Rate | null, other: Rate | null): boolean {
  if (one === null || other === null) return one === other;
  return one.amount === other.amount && one.unit === other.unit && one.currency === other.currency;
}

/** The candidates of a body that occur in it before. */
export function repetitionFaults(candidateIds: readonly number[]): Fault[] {
  const seen = new Set<number>();
  return candidateIds.flatMap((id, index): Fault[] => {
    if (seen.has(id)) return [alreadyProposed(index)];
    seen.add(id);
    return [];
  });
}

export function alreadyProposed(index: number): Fault {
  const property = `candidateIds[${index}]`;
  return {
    property,
    code: 'duplicate',
    message: `${property} already has an open proposal on this request, or is sent twice. Leave it out, or change that proposal.`,
  };
}

export function unknownCandidate(index: number): Fault {
  const property = `candidateIds[${index}]`;
  return {
    property,
    code: 'unknownReference',
    message: `${property} must be a candidate who has applied. Send an id from POST /candidates/search.`,
  };
}

export function tooManyProposals(): Fault {
  return {
    property: 'candidateIds',
    code: 'range',
    message: `candidateIds has too many candidates: a request has at most ${MAXIMUM_PER_REQUEST} proposals, also counting the declined ones. Remove some of them first.`,
  };
}

export function endedRequest(property: string): Fault {
  return {
    property,
    code: 'notAllowed',
    message: `${property} cannot be sent, because the request is cancelled or closed. Create a new request for the company.`,
  };
}

export function placedProposal(): Fault {
  return {
    property: 'proposalId',
    code: 'notAllowed',
    message:
      'The proposal cannot be removed, because its candidate is placed. Set its status to accepted first, which undoes the placement.',
  };
}
