import { periodParameters } from '../../core/http/period.ts';
import {
  date,
  decimal,
  envelope,
  flag,
  id,
  int32,
  line,
  list,
  nullable,
  record,
  reference,
  type TProperties,
  Type,
  uuid,
} from '../../core/http/schema.ts';

const officeId = (description: string) =>
  Type.Optional(reference('open or closed branch', description, { examples: [1] }));

export const JobAdsQuery = Type.Object({
  ...periodParameters,
  officeId: officeId('Only job ads that currently belong to this branch (GET /branches).'),
});

export const FiguresQuery = Type.Object({
  ...periodParameters,
  officeId: officeId(
    'Only figures of this branch (GET /branches): the views and clicks of its job ads, and its applications and decisions.',
  ),
});

export const JobAdPath = Type.Object({
  jobAdId: line('Integer id (jobAdId) or global id (UUID) of the job ad.', { examples: ['17'] }),
});

export const DaysQuery = Type.Object({
  startDate: date('First day (UTC).'),
  endDate: date('Last day (UTC), included. At most 92 days after the first one.'),
  officeId: officeId(
    'Only applications of this branch (GET /branches), or of its job ads if the application has no branch.',
  ),
});

export const ApplicationDaysResponse = record('ApplicationDaysResponse', {
  days: list(
    record('ApplicationDayDto', {
      date: date('The day (UTC).'),
      open: int32('Number of applications of the day that nobody has decided about.', { examples: [4] }),
      hired: int32('Number of applications of the day whose candidate was hired.', { examples: [1] }),
      rejected: int32('Number of applications of the day that were rejected.', { examples: [2] }),
      withdrawn: int32('Number of applications of the day that were withdrawn.', { examples: [0] }),
    }),
    'One entry per day, oldest first, also for days without an application.',
  ),
});

const figures = {
  views: int32('Number of views on the job portal.'),
  applyClicks: int32('Number of times the application form was opened on the job portal.'),
  applications: int32('Number of applications received in the period.'),
  hires: int32('Number of applications that came to the stage hired in the period and are still in it.'),
  rejections: int32(
    'Number of applications that came to the stage rejected in the period and are still in it.',
  ),
  conversionRate: nullable(
    decimal(
      'applications divided by views, with four decimals; null without views. Can exceed 1, because imports and other external applications have no views.',
      { minimum: 0, examples: [0.0417] },
    ),
  ),
  publishedDays: int32(
    'Number of days (UTC) in the period, until today, on which the job ad was published. A partial day counts as one. The days of several job ads are added up.',
  ),
};

const withFigures = <T extends TProperties>(title: string, properties: T) =>
  record(title, { ...properties, ...figures });

const JobAdPerformance = withFigures('JobAdPerformanceDto', {
  jobAdId: id('Integer id of the job ad.'),
  id: uuid('Global id of the job ad.'),
  title: line('Title.'),
  officeId: id('Id of the current branch of the job ad.'),
  isDeleted: flag('Whether the job ad was deleted, so that it can no longer be read.', {
    'x-since': '3.5.0',
  }),
});

export const JobAdsPerformance = list(JobAdPerformance, 'One entry per job ad, sorted by jobAdId.');
export const JobAdPerformanceResponse = envelope(
  'JobAdPerformanceResponse',
  JobAdPerformance,
  'A list with the job ad as its only entry.',
);

export const ChannelsPerformanceResponse = envelope(
  'ChannelsPerformanceResponse',
  withFigures('ChannelPerformanceDto', {
    channelId: id('Id of the channel (GET /masterdata/channels).'),
    channel: nullable(
      line('Name in the language that Accept-Language selects; null if the channel has no entry.'),
    ),
  }),
  'One entry per channel with a figure in the period, sorted by channelId.',
);

export const OfficesPerformanceResponse = envelope(
  'OfficesPerformanceResponse',
  withFigures('OfficePerformanceDto', {
    officeId: nullable(id('Id of the branch; null for applications without a branch.')),
    office: nullable(line('Name of the branch; null if officeId is null.')),
  }),
  'One entry per branch with a figure in the period, sorted by officeId. Applications without a branch come last.',
);

export const RecruitersPerformanceResponse = envelope(
  'RecruitersPerformanceResponse',
  withFigures('RecruiterPerformanceDto', {
    recruiterId: nullable(
      id('Id of the user; null for job ads and applications without a responsible user.'),
    ),
    recruiter: nullable(line('First and last name; null if unknown.')),
  }),
  'One entry per recruiter with a figure in the period, sorted by recruiterId. Job ads and applications without a responsible user come last.',
);
