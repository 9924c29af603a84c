import { isDeepStrictEqual } from 'node:util';
import { type AnyEndpoint, defineEndpoint, notFound } from '../../../core/http/index.ts';
import { BaseSuccessResponse } from '../../../core/http/schema.ts';
import { EVENTS } from '../../changes/index.ts';
import { changeCandidate } from '../change.ts';
import { CandidatePath } from '../profile/index.ts';
import { SUB_RECORD } from '../sub-record.ts';
import { lockContract, updateContract } from './queries.ts';
import { changeContract, toMs } from './rules.ts';
import { EndOfOperationChange, WorkContractChange } from './schema.ts';

const CHANGED = {
  status: 200,
  description: 'Changed, or already as sent.',
  schema: BaseSuccessResponse,
} as const;

export const contractEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...SUB_RECORD,
    id: 'candidate_setWorkContract',
    method: 'PUT',
    path: '/candidates/{candidateId}/workcontract',
    summary: 'Change the work contract data of a candidate',
    description:
      'Only the properties sent are changed; null clears one. A contract that becomes signed without a time gets the time of the call; one that is signed already keeps its time. Setting isWorkContractSigned to false leaves the time: send null to clear it. The status stays as it is. A body that changes nothing leaves no trace in the change streams.',
    params: CandidatePath,
    body: WorkContractChange,
    success: CHANGED,
    examples: [{ summary: 'Signed just now', body: { isWorkContractSigned: true } }],
    handle: ({ tenantId, params: { candidateId }, body, write }) =>
      write(async (db) => {
        const locked = await lockContract(db, tenantId, candidateId);
        if (locked === undefined) throw notFound('Candidate');
        const { now, end_of_operation_at: _, ...stored } = locked;
        const contract = changeContract(stored, body, now);
        if (isDeepStrictEqual({ ...contract }, { ...stored })) return { success: true };
        await updateContract(db, tenantId, candidateId, {
          ...contract,
          work_contract_signed_at: toTime(contract.work_contract_signed_at),
        });
        await changeCandidate(db, tenantId, candidateId, EVENTS.candidateChanged);
        return { success: true };
      }),
  }),
  defineEndpoint({
    ...SUB_RECORD,
    id: 'candidate_setEndOfOperation',
    method: 'PUT',
    path: '/candidates/{candidateId}/endofoperation',
    summary: 'Set the end of operation of a candidate',
    description:
      'May lie in the past or in the future; null clears it. The status stays as it is. The time that is stored already leaves no trace in the change streams.',
    params: CandidatePath,
    body: EndOfOperationChange,
    success: CHANGED,
    examples: [{ summary: 'The last day of March', body: { endOfOperationAtUtc: '2026-03-31T15:00:00Z' } }],
    handle: ({ tenantId, params: { candidateId }, body, write }) =>
      write(async (db) => {
        const stored = await lockContract(db, tenantId, candidateId);
        if (stored === undefined) throw notFound('Candidate');
        const end = toMs(body.endOfOperationAtUtc);
        if (end === stored.end_of_operation_at) return { success: true };
        await updateContract(db, tenantId, candidateId, { end_of_operation_at: toTime(end) });
        await changeCandidate(db, tenantId, candidateId, EVENTS.candidateChanged);
        return { success: true };
      }),
  }),
];

function toTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
