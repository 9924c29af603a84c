/** Columns of the candidate. Times are in milliseconds since 1970. */
export interface StoredContract {
  is_work_contract_signed: boolean | null;
  work_contract_signed_at: number | null;
  did_not_show_up_for_work: boolean | null;
}

interface ContractBody {
  isWorkContractSigned?: boolean | null;
  workContractSignedAtUtc?: string | null;
  didNotShowUpForWork?: boolean | null;
}

/**
 * The contract after the change. A value sent replaces the stored value. If the body says that the contract is signed, the
 * contract gets the time of the call, unless the body has a time or the contract was already signed and keeps its time. A time of null
 * means none then: many clients send it for whatever they have no value for, and a signed contract has a time.
 */
export function changeContract(stored: StoredContract, body: ContractBody, nowMs: number): StoredContract {
  const contract = {
    is_work_contract_signed: body.isWorkContractSigned ?? null,
    work_contract_signed_at: toMs(body.workContractSignedAtUtc ?? null),
    did_not_show_up_for_work: body.didNotShowUpForWork ?? null,
  };
  if (body.isWorkContractSigned === undefined)
    contract.is_work_contract_signed = stored.is_work_contract_signed;
  if (body.workContractSignedAtUtc === undefined)
    contract.work_contract_signed_at = stored.work_contract_signed_at;
  if (body.didNotShowUpForWork === undefined)
    contract.did_not_show_up_for_work = stored.did_not_show_up_for_work;
  const isNewlySigned = body.isWorkContractSigned === true && stored.is_work_contract_signed !== true;
  if (body.isWorkContractSigned === true && body.workContractSignedAtUtc == null)
    contract.work_contract_signed_at = (isNewlySigned ? null : stored.work_contract_signed_at) ?? nowMs;
  return contract;
}

/** Milliseconds since 1970, the precision of responses. A value read can therefore be sent back without causing a change. */
export function toMs(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}
