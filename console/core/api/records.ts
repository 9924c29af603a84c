import type {
  SchemaApiClientReadDto,
  SchemaApplicationSearchDto,
  SchemaApplicationSearchItemDto,
  SchemaCandidateSearchDto,
  SchemaCandidateSearchItemDto,
  SchemaDueCandidateDto,
  SchemaHoldListItemDto,
  SchemaJobAdEditingDto,
  SchemaJobAdOverviewDto,
  SchemaRequestOverviewDto,
  SchemaRequestSearchDto,
  SchemaRequestSearchItemDto,
  SchemaSavedViewReadDto,
  SchemaTaskReadDto,
  SchemaWebhookDeliveryResponse,
  SchemaWebhookEventProtocolDto,
  SchemaWebhookReadEventTypeDto,
  SchemaWebhookReadSubscriptionsDto,
} from '../../generated/types.ts';

export type Application = SchemaApplicationSearchItemDto;
export type ApplicationStage = Application['stage'];
export type ApplicationFilter = SchemaApplicationSearchDto;
export type JobAd = SchemaJobAdEditingDto;
export type JobAdStatus = SchemaJobAdOverviewDto['status'];
export type JobAdRow = SchemaJobAdOverviewDto;
export type CandidateHit = SchemaCandidateSearchItemDto;
export type CandidateFilter = SchemaCandidateSearchDto;
export type RequestRow = SchemaRequestSearchItemDto;
export type RequestFilter = SchemaRequestSearchDto;
export type RequestOverview = SchemaRequestOverviewDto;
export type SavedView = SchemaSavedViewReadDto;
export type Task = SchemaTaskReadDto;
export type ApiClient = SchemaApiClientReadDto;
export type Registration = SchemaWebhookReadSubscriptionsDto;
export type EventType = SchemaWebhookReadEventTypeDto;
export type Delivery = SchemaWebhookEventProtocolDto;
/** With the calls that failed. */
export type WholeDelivery = SchemaWebhookDeliveryResponse;
export type ListedHold = SchemaHoldListItemDto;

export interface DueCandidate extends SchemaDueCandidateDto {
  /** Whether the candidate is no longer due since the list was read. */
  hasLeft?: boolean;
}

export const STAGES: readonly ApplicationStage[] = [
  'new',
  'inReview',
  'interview',
  'offer',
  'hired',
  'rejected',
  'withdrawn',
];

/** Stages of applications that somebody still has to decide about. */
export const OPEN_STAGES: readonly ApplicationStage[] = ['new', 'inReview', 'interview', 'offer'];

export const nameOf = ({
  firstName,
  lastName,
}: {
  firstName: string | null;
  lastName: string | null;
}): string => [firstName, lastName].filter(Boolean).join(' ');

export const JOB_AD_STATUSES: readonly JobAdStatus[] = ['Editing', 'Active', 'Completed'];
