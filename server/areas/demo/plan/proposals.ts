import { CANDIDATE_STATUS } from '../../candidates/index.ts';
import type { ProposalStatus } from '../../proposals/index.ts';
import { REQUEST_STATUS } from '../../requests/index.ts';
import type { DemoCandidate } from './candidates.ts';
import { addDays } from './dates.ts';
import { between } from './proceedings.ts';
import type { Random } from './random.ts';

interface Step {
  status: ProposalStatus;
  comment: string | null;
}

/** What became of the candidates of a request that recruiters work on, in this order. The rest is shortlisted. */
const IN_PROGRESS: readonly Step[] = [
  { status: 'accepted', comment: 'Kunde hat telefonisch zugesagt, Vertrag folgt.' },
  { status: 'proposed', comment: 'Profil per E-Mail verschickt.' },
  { status: 'declined', comment: 'Kunde wünscht mehr Berufserfahrung.' },
  { status: 'proposed', comment: null },
];
const SHORTLISTED: Step = { status: 'shortlisted', comment: null };
const PLACED: Step = { status: 'placed', comment: 'Einsatz ab dem ersten Tag bestätigt.' };
const UNDECIDED: readonly (number | undefined)[] = [undefined, CANDIDATE_STATUS.qualified];
const MOST_OF_OPEN = 3;
const MOST_IN_PROGRESS = 6;

export interface RequestToFill {
  statusId: number;
  headcount: number;
  createdAt: Date;
}

interface DemoProposal<Candidate> extends Step {
  candidate: Candidate;
  shortlistedAt: Date;
}

/** One who was hired is placed, if the request needs several. Nobody who was rejected is shortlisted. */
export function planProposals<Candidate extends { plan: DemoCandidate }>(
  random: Random,
  { statusId, headcount, createdAt }: RequestToFill,
  suitable: readonly Candidate[],
  now: Date,
): DemoProposal<Candidate>[] {
  const isOpen = statusId === REQUEST_STATUS.open;
  if (!isOpen && statusId !== REQUEST_STATUS.inProgress) return [];
  const hired = suitable.filter(({ plan }) => statusOf(plan) === CANDIDATE_STATUS.hired);
  const free = suitable.filter(({ plan }) => UNDECIDED.includes(statusOf(plan)));
  const placed = isOpen || headcount === 1 ? [] : random.sample(hired, 1);
  const others = random.sample(free, isOpen ? MOST_OF_OPEN : MOST_IN_PROGRESS - placed.length);
  const steps = isOpen ? [] : IN_PROGRESS;
  return [
    ...placed.map((candidate) => ({ candidate, ...PLACED })),
    ...others.map((candidate, index) => ({ candidate, ...(steps[index] ?? SHORTLISTED) })),
  ].map((proposal) => ({
    ...proposal,
    shortlistedAt: between(random, latest(createdAt, proposal), now),
  }));
}

function statusOf({ status }: DemoCandidate): number | undefined {
  return status.at(-1)?.statusId;
}

/** From then on, the request and the candidate with an application existed. */
function latest(createdAt: Date, { candidate }: { candidate: { plan: DemoCandidate } }): Date {
  const { appliedAt } = candidate.plan.applications[0]!;
  return addDays(createdAt > appliedAt ? createdAt : appliedAt, 0.01);
}
