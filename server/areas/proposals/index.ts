import type { AnyEndpoint } from '../../core/http/index.ts';
import { matchEndpoints } from './matches/endpoints.ts';
import { proposalEndpoints as recordEndpoints } from './record/endpoints.ts';

export {
  insertProposals,
  listProposalsOf,
  lockProposalsOf,
  recordProposalsOf,
  updateProposal,
} from './record/queries.ts';
export { PROPOSAL_STATUSES, type ProposalStatus, type Rate } from './record/rules.ts';
export { ProposalRead } from './record/schema.ts';

/** Who fits a request, who was proposed to the customer, and who was placed. */
export const proposalEndpoints: readonly AnyEndpoint[] = [...recordEndpoints, ...matchEndpoints];
