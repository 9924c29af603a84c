import type {
  SchemaApiClientReadDto,
  SchemaApplicationSearchDto,
  SchemaApplicationSearchItemDto,
  SchemaBranchDto,
  SchemaCandidateExportRowDto,
  SchemaCandidateSearchDto,
  SchemaCandidateSearchItemDto,
  SchemaChangeDto,
  SchemaCompanySearchDto,
  SchemaCompanySearchItemDto,
  SchemaCustomerRequestEvaluationDto,
  SchemaDueCandidateDto,
  SchemaHoldListItemDto,
  SchemaJobAdEditingDto,
  SchemaJobAdOverviewDto,
  SchemaPlatformUserReadDto,
  SchemaRequestLogEntryDto,
  SchemaRequestOverviewDto,
  SchemaRequestSearchDto,
  SchemaRequestSearchItemDto,
  SchemaSavedViewReadDto,
  SchemaSearchMatchDto,
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
export type CandidateExportRow = SchemaCandidateExportRowDto;
export type CandidateHit = SchemaCandidateSearchItemDto;
export type CandidateFilter = SchemaCandidateSearchDto;
export type CompanyHit = SchemaCompanySearchItemDto;
export type CompanyFilter = SchemaCompanySearchDto;
/** A place where a word of a search was found. */
export type Match = SchemaSearchMatchDto;
export type RequestRow = SchemaRequestSearchItemDto;
export type RequestFilter = SchemaRequestSearchDto;
export type RequestOverview = SchemaRequestOverviewDto;
export type SavedView = SchemaSavedViewReadDto;
export type Task = SchemaTaskReadDto;
export type User = SchemaPlatformUserReadDto;
export type Branch = SchemaBranchDto;
export type ApiClient = SchemaApiClientReadDto;
/** A call of an API client. */
export type LoggedCall = SchemaRequestLogEntryDto;
export type Registration = SchemaWebhookReadSubscriptionsDto;
export type EventType = SchemaWebhookReadEventTypeDto;
export type Change = SchemaChangeDto;
/** A record type of the change feed. */
export type FeedEntity = Change['entity'];
export type Delivery = SchemaWebhookEventProtocolDto;
/** With the calls that failed. */
export type WholeDelivery = SchemaWebhookDeliveryResponse;
export type ListedHold = SchemaHoldListItemDto;

export interface DueCandidate extends SchemaDueCandidateDto {
  /** Whether the candidate is no longer due since the list was read. */
  hasLeft?: boolean;
}

/** A figure of a report, by the name of its property. */
export type FigureName =
  | 'views'
  | 'applyClicks'
  | 'applications'
  | 'conversionRate'
  | 'hires'
  | 'rejections'
  | 'publishedDays'
  | 'opened'
  | 'filled'
  | 'cancelled'
  | 'open'
  | 'headcountRequested'
  | 'headcountFilled'
  | 'averageDaysToFill';

/** A line of a report. What belongs to nobody has no id. */
export interface ReportRow {
  key: string;
  id: number | null;
  name: string | null;
  figures: Readonly<Partial<Record<FigureName, number | null>>>;
  /** The branch of a job ad. */
  officeId?: number;
  isDeleted?: boolean;
  requestKind?: SchemaCustomerRequestEvaluationDto['kind'];
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

export type Role = User['role'];

export const ROLES: readonly Role[] = [
  'admin',
  'branchManager',
  'recruiter',
  'viewer',
  'integrator',
  'dataProtection',
];

export type UserState = 'active' | 'invited' | 'noPassword' | 'inactive';
export const USER_STATES: readonly UserState[] = ['active', 'invited', 'noPassword', 'inactive'];

export function stateOf({ isActive, hasPassword, invitedUntilUtc }: User): UserState {
  if (!isActive) return 'inactive';
  if (hasPassword) return 'active';
  return invitedUntilUtc === null ? 'noPassword' : 'invited';
}

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
