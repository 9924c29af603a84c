import { periodParameters } from '../../core/http/period.ts';
import {
  decimal,
  envelope,
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
  officeId: officeId('Only job ads that belong to this branch now (GET /branches).'),
});

export const FiguresQuery = Type.Object({
  ...periodParameters,
  officeId: officeId(
    'Only what counts for this branch: views and clicks of its job ads, applications and decisions recorded for it.',
  ),
});

export const JobAdPath = Type.Object({
  jobAdId: line('Integer id (jobAdId) or global id (uuid) of the job ad.', { examples: ['17'] }),
});

const figures = {
  views: int32('How often job ads were looked at on the job portal.'),
  applyClicks: int32('How often the application form was opened from there.'),
  applications: int32('Applications received, by the time the candidate applied.'),
  hires: int32('Applications whose candidate was set to hire (2003).'),
  rejections: int32('Applications whose candidate was set to rejected (2004).'),
  conversionRate: nullable(
    decimal(
      'applications divided by views, four decimals; null without views. Above 1 where applications came by ways that are not counted as views, such as imports.',
      { minimum: 0, examples: [0.0417] },
    ),
  ),
  publishedDays: int32(
    'Days (UTC) of the period, up to today, on which a job ad was published; a day counts whole. Of several job ads the sum.',
  ),
};

const withFigures = <T extends TProperties>(title: string, properties: T) =>
  record(title, { ...properties, ...figures });

const JobAdPerformance = withFigures('JobAdPerformanceDto', {
  jobAdId: id('Integer id of the job ad.'),
  id: uuid('Global id of the job ad.'),
  title: line('Title.'),
  officeId: id('Branch that the job ad belongs to now.'),
});

export const JobAdsPerformance = list(JobAdPerformance, 'One entry for each job ad, by jobAdId.');
export const JobAdPerformanceResponse = envelope(
  'JobAdPerformanceResponse',
  JobAdPerformance,
  'One entry: the job ad.',
);

export const ChannelsPerformanceResponse = envelope(
  'ChannelsPerformanceResponse',
  withFigures('ChannelPerformanceDto', {
    channelId: id('Channel (GET /masterdata/channels).'),
    channel: nullable(line('Name in the language of Accept-Language.')),
  }),
  'One entry for each channel with a figure in the period, by channelId.',
);

export const OfficesPerformanceResponse = envelope(
  'OfficesPerformanceResponse',
  withFigures('OfficePerformanceDto', {
    officeId: nullable(id('Branch; null: applications that are recorded for none.')),
    office: nullable(line('Name of the branch.')),
  }),
  'One entry for each branch with a figure in the period, by officeId; applications without a branch last.',
);

export const RecruitersPerformanceResponse = envelope(
  'RecruitersPerformanceResponse',
  withFigures('RecruiterPerformanceDto', {
    recruiterId: nullable(id('User; null: job ads and applications that nobody is responsible for.')),
    recruiter: nullable(line('First and last name.')),
  }),
  'One entry for each recruiter with a figure in the period, by recruiterId; what nobody is responsible for last.',
);
