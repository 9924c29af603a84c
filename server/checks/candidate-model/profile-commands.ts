import assert from 'node:assert/strict';
import { eraseCandidate } from '../../areas/privacy/index.ts';
import { type Command, call, pick } from './call.ts';
import { type ModelCandidate, newCandidate } from './model.ts';

// Commands on the candidate itself: profile, status, contract, erasure.

const ARCHIVED = 23;

export function create(firstName: string, lastName: string): Command {
  return {
    check: () => true,
    toString: () => `create ${firstName} ${lastName}`,
    async run(model, { tenant }) {
      const answer = await tenant.api.post('/candidates', { firstName, lastName });
      assert.equal(answer.status, 200);
      model.candidates.set(answer.body.id, newCandidate(answer.body.id, firstName, lastName));
    },
  };
}

export interface Change {
  title?: string | null;
  contact?: { email?: string | null; mobile?: string | null; phone?: string | null } | null;
  location?: { street?: string | null; city?: string | null; countryId?: number | null } | null;
  availability?: { weeklyHours?: number | null; hasCar?: boolean | null };
}

export function change(at: number, body: Change): Command {
  return call(
    `change ${JSON.stringify(body)}`,
    at,
    ({ tenant }, candidateId) => tenant.api.put(`/candidates/${candidateId}`, body),
    (candidate) => {
      const before = JSON.stringify([
        candidate.title,
        candidate.contact,
        candidate.location,
        candidate.availability,
      ]);
      if (body.title !== undefined) candidate.title = body.title;
      const cleared = { email: null, mobile: null, phone: null };
      if (body.contact !== undefined) Object.assign(candidate.contact, body.contact ?? cleared);
      if (body.availability !== undefined) Object.assign(candidate.availability, body.availability);
      if (body.location === null) {
        candidate.location = {
          street: null,
          streetNumber: null,
          city: null,
          countryId: null,
          federalStateId: null,
        };
      } else if (body.location !== undefined) {
        const { countryId } = candidate.location;
        const { street, ...rest } = body.location;
        Object.assign(candidate.location, rest);
        const split = typeof street === 'string' ? /^(.*\S)\s+(\d\S*)$/.exec(street) : null;
        if (street !== undefined) candidate.location.street = split?.[1] ?? street;
        if (split !== null) candidate.location.streetNumber = split[2]!;
        if (candidate.location.countryId !== countryId) candidate.location.federalStateId = null;
      }
      const after = JSON.stringify([
        candidate.title,
        candidate.contact,
        candidate.location,
        candidate.availability,
      ]);
      return { status: 204, modifies: before !== after };
    },
  );
}

/** How many applications a candidate had when the status was set. The same status again decides only about those that came since. */
const appliedAtStatus = new WeakMap<ModelCandidate, number>();

export function setStatus(at: number, statusId: number): Command {
  return call(
    `status ${statusId}`,
    at,
    ({ tenant }, candidateId) => tenant.api.put(`/candidates/${candidateId}/status`, { statusId }),
    (candidate) => {
      if (candidate.statusId === ARCHIVED)
        return { status: statusId === ARCHIVED ? 200 : 400, modifies: false };
      const applied = candidate.applies.length;
      const isSame = candidate.statusId === statusId && appliedAtStatus.get(candidate) === applied;
      candidate.statusId = statusId;
      appliedAtStatus.set(candidate, applied);
      return { status: 200, modifies: !isSame };
    },
  );
}

export function setContract(
  at: number,
  body: { isWorkContractSigned?: boolean; didNotShowUpForWork?: boolean },
): Command {
  return call(
    `contract ${JSON.stringify(body)}`,
    at,
    ({ tenant }, candidateId) => tenant.api.put(`/candidates/${candidateId}/workcontract`, body),
    (candidate) => {
      const before = JSON.stringify(candidate.workContract);
      Object.assign(candidate.workContract, body);
      return { status: 200, modifies: before !== JSON.stringify(candidate.workContract) };
    },
  );
}

export function setEndOfOperation(at: number, endOfOperationAtUtc: string | null): Command {
  return call(
    `end ${endOfOperationAtUtc}`,
    at,
    ({ tenant }, candidateId) =>
      tenant.api.put(`/candidates/${candidateId}/endofoperation`, { endOfOperationAtUtc }),
    (candidate) => {
      const modifies = candidate.endOfOperationAtUtc !== endOfOperationAtUtc;
      candidate.endOfOperationAtUtc = endOfOperationAtUtc;
      return { status: 200, modifies };
    },
  );
}

export function erase(at: number): Command {
  return {
    check: () => true,
    toString: () => `erase #${at}`,
    async run(model, { service, tenant }) {
      const candidate = pick(model, at);
      if (candidate === undefined) return;
      assert.equal(await eraseCandidate(service.services, tenant.id, candidate.id), true);
      model.candidates.delete(candidate.id);
      model.erased.add(candidate.id);
    },
  };
}
