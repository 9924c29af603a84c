import type { TenantDatabase } from '../../../core/db/connection.ts';
import { invalid, notFound } from '../../../core/http/index.ts';
import { isKnown, readList } from '../cv/additions.ts';
import { type Columns, type Finding, fromBody, isList, type ListProperty } from '../cv/findings.ts';
import { isVacant } from '../cv/master-data.ts';
import { lockProfile, writeFindings } from '../cv/queries.ts';
import { recordProposals } from '../queries.ts';
import { listProposals, lockDocument, type StoredProposal, setProposalStates } from './queries.ts';
import { isSameProfile, stateConflict } from './rules.ts';
import type { ProposalDecision } from './schema.ts';

interface Decision {
  state: ProposalDecision;
  /** Without it, all open ones. */
  ids?: readonly number[] | null;
  /** The only one, which the path names. */
  proposalId?: number;
}

interface Conflict {
  id: number;
  property: string;
  message: string;
}

/**
 * Decides about proposals of a document, as one change of the candidate and one of the document. Proposals that have the state
 * already count as decided. Throws a 404 if the candidate has no such document, or the document no such proposal, and a 400 for
 * other ids that the document does not have.
 */
export async function decideProposals(
  db: TenantDatabase,
  tenantId: number,
  document: { candidateId: number; documentId: number },
  { state, ids, proposalId }: Decision,
): Promise<{ decided: number[]; conflicts: Conflict[] }> {
  const { candidateId, documentId } = document;
  const profile = await lockProfile(db, tenantId, candidateId);
  if (profile === undefined) throw notFound('Candidate');
  if (!(await lockDocument(db, tenantId, document))) throw notFound('Document');
  const stored = await listProposals(db, tenantId, documentId);
  const chosen =
    proposalId === undefined ? choose(stored, ids) : stored.filter(({ id }) => id === proposalId);
  if (proposalId !== undefined && chosen.length === 0) throw notFound('Proposal');
  const conflicts: Conflict[] = [];
  const findings: Finding[] = [];
  const changed: number[] = [];
  const lists = new Map<ListProperty, Columns[]>();
  for (const proposal of chosen) {
    if (proposal.state === state || (proposal.state === 'written' && state === 'accepted')) continue;
    const finding = {
      property: proposal.property,
      index: 0,
      columns: fromBody(proposal.property, proposal.value),
    };
    let conflict = stateConflict(proposal, state);
    if (conflict === undefined && state === 'accepted') {
      if (isList(finding.property) && !lists.has(finding.property))
        lists.set(finding.property, await readList(db, tenantId, candidateId, finding.property));
      const target = targetOf(finding, profile, lists);
      if (target === 'vacant') findings.push(finding);
      else if (target === 'filled')
        conflict = `The candidate already has another value for ${proposal.property}. Reject the proposal, or clear the property and accept it again.`;
    }
    if (conflict === undefined) changed.push(proposal.id);
    else conflicts.push({ id: proposal.id, property: proposal.property, message: conflict });
  }
  await writeFindings(db, tenantId, candidateId, findings);
  if (changed.length > 0) {
    await setProposalStates(db, tenantId, changed, state);
    await recordProposals(db, tenantId, documentId);
  }
  const refused = new Set(conflicts.map(({ id }) => id));
  return { decided: chosen.map(({ id }) => id).filter((id) => !refused.has(id)), conflicts };
}

function choose(stored: readonly StoredProposal[], ids: Decision['ids']): readonly StoredProposal[] {
  if (ids == null) return stored.filter(({ state }) => state === 'open');
  const unknown = ids.flatMap((id, index) => (stored.some((proposal) => proposal.id === id) ? [] : [index]));
  if (unknown.length > 0)
    throw invalid(
      ...unknown.map((index) => ({
        property: `ids[${index}]`,
        code: 'unknownReference' as const,
        message: `ids[${index}] is not a proposal of this document. List its proposals, and send their ids.`,
      })),
    );
  return stored.filter(({ id }) => ids.includes(id));
}

/** What the candidate has where the value belongs. Notes the value, for those that follow. */
function targetOf(
  finding: Finding,
  profile: object,
  lists: ReadonlyMap<ListProperty, Columns[]>,
): 'vacant' | 'same' | 'filled' {
  if (isList(finding.property)) {
    const known = lists.get(finding.property)!;
    if (isKnown(finding.property, finding.columns, known)) return 'same';
    known.push(finding.columns);
    return 'vacant';
  }
  if (isVacant(finding, profile)) {
    Object.assign(profile, finding.columns);
    return 'vacant';
  }
  return isSameProfile(finding.columns, profile) ? 'same' : 'filled';
}
