import type { Columns } from '../cv/findings.ts';
import { PROPOSED_ONLY, type ValueProperty } from '../cv/values.ts';
import type { CvSettings, StoredProposal } from './queries.ts';
import type { ProposalDecision } from './schema.ts';

/** From this confidence on, a value is written without a person. docs/adr/0024-sure-or-proposed.md has the measurements. */
const WRITTEN_CONTACT = 0.98;
const WRITTEN_OTHER = 0.95;
const CONTACT = /^(?:contact\..*|location)$/;

/** Whether a value is sure enough to be written without a person. */
export function isSure(
  { proposesEverything, minimumConfidence }: CvSettings,
  { property, confidence }: { property: ValueProperty; confidence: number },
): boolean {
  if (proposesEverything || PROPOSED_ONLY.has(property)) return false;
  return confidence >= (minimumConfidence ?? (CONTACT.test(property) ? WRITTEN_CONTACT : WRITTEN_OTHER));
}

/** Why a proposal cannot get the state that was chosen. Undefined if it can, or has it already. */
export function stateConflict(
  { state }: Pick<StoredProposal, 'state'>,
  wanted: ProposalDecision,
): string | undefined {
  const isWritten = state === 'written' || state === 'accepted';
  if (!isWritten || wanted === 'accepted') return undefined;
  return 'The value has already been written to the candidate. Change it there.';
}

/** Whether the candidate has the value already, in all of its columns. */
export function isSameProfile(columns: Columns, stored: object): boolean {
  return Object.entries(columns).every(([name, value]) => (stored as Columns)[name] === value);
}
