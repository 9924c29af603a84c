import {
  body,
  creationTime,
  flag,
  id,
  line,
  nullable,
  partial,
  record,
  type Static,
  Type,
  utc,
  uuid,
} from '../../../core/http/schema.ts';
import { address } from '../../addresses/index.ts';
import { requestProperties } from '../fields.ts';
import { ORIGIN, PERSON, WORK } from './fields.ts';

const profile = {
  ...requestProperties(PERSON),
  location: address('Home address.'),
  ...requestProperties(WORK),
  ...requestProperties(ORIGIN),
  createdAtUtc: creationTime(),
};

export const CandidateCreate = body('CandidateCreateDto', profile);
export const CandidateChange = partial('CandidateChangeDto', profile);

export type CandidateCreateBody = Static<typeof CandidateCreate>;
export type CandidateChangeBody = Static<typeof CandidateChange>;

export const CandidatePath = Type.Object({ candidateId: id('Id of the candidate.') });

export const CandidateListItem = record('CandidateListItemDto', {
  id: id('Id of the candidate.'),
  rowGuid: uuid('GUID of the candidate.'),
  firstName: line('First name.'),
  lastName: line('Last name.'),
  email: nullable(line('Email address.')),
  city: nullable(line('City.')),
  statusId: nullable(id('Status.')),
  officeId: nullable(id('Branch.')),
  isVisible: flag('Whether recruiters see the candidate.'),
  createdAtUtc: utc('Creation time.'),
  modifiedAtUtc: utc('Time of the last change.'),
});
