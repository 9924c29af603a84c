import { isDeepStrictEqual } from 'node:util';
import { changedColumns, propertyNamesOf } from '../../../core/db/partial-change.ts';
import { type AnyEndpoint, defineEndpoint, notFound } from '../../../core/http/index.ts';
import { BaseSuccessResponse } from '../../../core/http/schema.ts';
import { EVENTS } from '../../changes/index.ts';
import { changeCandidate } from '../change-queries.ts';
import { CandidatePath } from '../profile/index.ts';
import { SUB_RECORD } from '../sub-record.ts';
import { lockContract, updateContract } from './queries.ts';
import { changeContract, toMs } from './rules.ts';
import { EndOfOperationChange, WorkContractChange } from './schema.ts';

const contractProperties = propertyNamesOf({
  'workContract.isWorkContractSigned': 'is_work_contract_signed',
  'workContract.workContractSignedAtUtc': 'work_contract_signed_at',
  'workContract.didNotShowUpForWork': 'did_not_show_up_for_work',
});

const CHANGED = {
  status: 200,
  description: 'Changed, or no change was needed.',
  schema: BaseSuccessResponse,
} as const;

export const contractEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...SUB_RECORD,
    id: 'candidate_setWorkContract',
    method: 'PUT',
    path: '/candidates/{candidateId}/workcontract',
    summary: 'Change the work contract of a candidate',
    description:
      'Changes only the properties sent. Null clears a property. A contract that becomes signed without a time gets the time of the call. A contract that is already signed keeps its time, also if null is sent with isWorkContractSigned true. Setting isWorkContractSigned to false keeps the time as well. Send only null to clear it. The status does not change. A body that changes nothing records no change and triggers no event.',
    params: CandidatePath,
    body: WorkContractChange,
    success: CHANGED,
    examples: [{ summary: 'The contract was signed just now', body: { isWorkContractSigned: true } }],
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
        await changeCandidate(db, tenantId, candidateId, EVENTS.candidateChanged, {
          properties: contractProperties(changedColumns(stored, contract)),
        });
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
      'The time can be in the past or in the future. Null clears it. The status does not change. Sending the stored time again records no change and triggers no event.',
    params: CandidatePath,
    body: EndOfOperationChange,
    success: CHANGED,
    examples: [
      {
        summary: 'Operation ends on the last day of March',
        body: { endOfOperationAtUtc: '2026-03-31T15:00:00Z' },
      },
    ],
    handle: ({ tenantId, params: { candidateId }, body, write }) =>
      write(async (db) => {
        const stored = await lockContract(db, tenantId, candidateId);
        if (stored === undefined) throw notFound('Candidate');
        const end = toMs(body.endOfOperationAtUtc);
        if (end === stored.end_of_operation_at) return { success: true };
        await updateContract(db, tenantId, candidateId, { end_of_operation_at: toTime(end) });
        await changeCandidate(db, tenantId, candidateId, EVENTS.candidateChanged, {
          properties: ['endOfOperationAtUtc'],
        });
        return { success: true };
      }),
  }),
];

function toTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
