import type { EventType } from '../../core/http/index.ts';
import type { Entity } from './entities.ts';

export interface DescribedEventType extends EventType {
  entity: Entity | 'application' | 'communication';
  description: string;
}

function type(
  id: number,
  name: string,
  entity: DescribedEventType['entity'],
  description: string,
): DescribedEventType {
  return { id, name, entity, description };
}

/**
 * The events that a webhook can be registered for. An operation triggers only the most specific one. For example, a status
 * change does not also trigger candidate.changed.
 */
export const EVENTS = {
  candidateCreated: type(1401, 'candidate.created', 'candidate', 'A candidate was created.'),
  candidateChanged: type(
    1402,
    'candidate.changed',
    'candidate',
    'A candidate or one of its sub-records was changed.',
  ),
  candidateDeleted: type(
    1403,
    'candidate.deleted',
    'candidate',
    'A candidate was erased, or merged into another one.',
  ),
  candidateStatusChanged: type(
    1404,
    'candidate.statusChanged',
    'candidate',
    'The status of a candidate was set.',
  ),
  applicationReceived: type(1405, 'application.received', 'application', 'A candidate applied.'),
  documentCreated: type(1406, 'document.created', 'document', 'A document was added to a candidate.'),
  documentDeleted: type(1407, 'document.deleted', 'document', 'A document was deleted.'),
  communicationCreated: type(
    1408,
    'communication.created',
    'communication',
    'A communication with a candidate was recorded.',
  ),
  companyCreated: type(1411, 'company.created', 'company', 'A company was created.'),
  companyChanged: type(1412, 'company.changed', 'company', 'A company was changed.'),
  companyStatusChanged: type(1413, 'company.statusChanged', 'company', 'The status of a company was set.'),
  companyContractStatusChanged: type(
    1414,
    'company.contractStatusChanged',
    'company',
    'The contract status of a company was set.',
  ),
  siteCreated: type(1421, 'site.created', 'site', 'A site of a company was created.'),
  siteChanged: type(1422, 'site.changed', 'site', 'A site of a company was changed.'),
  locationCreated: type(1431, 'location.created', 'location', 'A work location was created.'),
  locationChanged: type(1432, 'location.changed', 'location', 'A work location was changed.'),
  locationDeleted: type(1433, 'location.deleted', 'location', 'A work location was deleted.'),
  contactCreated: type(1441, 'contact.created', 'contact', 'A contact of a company was created.'),
  contactChanged: type(1442, 'contact.changed', 'contact', 'A contact of a company was changed.'),
  requestCreated: type(1451, 'request.created', 'request', 'A customer request was created.'),
  requestChanged: type(1452, 'request.changed', 'request', 'A customer request was changed.'),
  requestStatusChanged: type(
    1453,
    'request.statusChanged',
    'request',
    'The status of a customer request was set.',
  ),
  jobAdCreated: type(1461, 'jobad.created', 'jobad', 'A job ad was created.'),
  jobAdChanged: type(1462, 'jobad.changed', 'jobad', 'A job ad was changed.'),
  jobAdPublished: type(1463, 'jobad.published', 'jobad', 'A job ad was published.'),
  jobAdCompleted: type(1464, 'jobad.completed', 'jobad', 'A job ad was completed.'),
  jobAdDeleted: type(1465, 'jobad.deleted', 'jobad', 'A job ad was deleted.'),
  userCreated: type(1471, 'user.created', 'user', 'A user was created.'),
  userChanged: type(1472, 'user.changed', 'user', 'A user was changed.'),
} as const;
