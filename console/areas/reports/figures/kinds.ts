import type { FigureName } from '../../../core/api/records.ts';
import type { Formats } from '../../../core/texts/formats.ts';

/** Of what a report has figures. */
export type Kind = 'jobs' | 'channels' | 'offices' | 'recruiters' | 'requests';

const PERFORMANCE: readonly FigureName[] = [
  'views',
  'applyClicks',
  'applications',
  'conversionRate',
  'hires',
  'rejections',
  'publishedDays',
];

/** The figures of each kind, in the order of the table. */
export const FIGURES: Readonly<Record<Kind, readonly FigureName[]>> = {
  jobs: PERFORMANCE,
  channels: PERFORMANCE,
  offices: PERFORMANCE,
  recruiters: PERFORMANCE,
  requests: [
    'opened',
    'filled',
    'cancelled',
    'open',
    'headcountRequested',
    'headcountFilled',
    'averageDaysToFill',
  ],
};

/** Whether rows also have the branch of a job ad, or the kind of requests. */
export const hasGroup = (kind: Kind): boolean => kind === 'jobs' || kind === 'requests';

/** By what rows are sorted, and what the chart shows, until somebody chooses. */
export const mainFigure = (kind: Kind): FigureName => (kind === 'requests' ? 'opened' : 'applications');

/** As a cell, a bar, and an axis show it. */
export function formatFigure(name: FigureName, formats: Formats): (value: number) => string {
  if (name === 'conversionRate') return formats.percent;
  return name === 'averageDaysToFill' ? formats.tenths : formats.number;
}
