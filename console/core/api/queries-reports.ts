import { queryOptions } from '@tanstack/react-query';
import {
  reportListChannels,
  reportListDays,
  reportListJobAds,
  reportListOffices,
  reportListRecruiters,
  requestEvaluationList,
} from '../../generated/operations.ts';
import { call } from './call.ts';
import type { ReportRow } from './records.ts';

/** The service lists no more days at once. */
const DAYS_OF_CALL = 93;
const DAY_MS = 86_400_000;

interface ReportFilter {
  startDate?: string | undefined;
  endDate?: string | undefined;
  officeId?: number | undefined;
}

interface Input {
  query: ReportFilter;
  signal: AbortSignal;
}

const READS = {
  async jobs(input: Input): Promise<ReportRow[]> {
    const rows = await call(reportListJobAds, input);
    return rows.map(({ jobAdId, id, title, officeId, isDeleted, ...figures }) => ({
      key: id,
      id: jobAdId,
      name: title,
      officeId,
      isDeleted,
      figures,
    }));
  },
  async channels(input: Input): Promise<ReportRow[]> {
    const { data } = await call(reportListChannels, input);
    return data.map(({ channelId, channel, ...figures }) => toRow(channelId, channel, figures));
  },
  async offices(input: Input): Promise<ReportRow[]> {
    const { data } = await call(reportListOffices, input);
    return data.map(({ officeId, office, ...figures }) => toRow(officeId, office, figures));
  },
  async recruiters(input: Input): Promise<ReportRow[]> {
    const { data } = await call(reportListRecruiters, input);
    return data.map(({ recruiterId, recruiter, ...figures }) => toRow(recruiterId, recruiter, figures));
  },
  async requests(input: Input): Promise<ReportRow[]> {
    const { data } = await call(requestEvaluationList, input);
    return data.map(({ officeId, office, kind, ...figures }) => ({
      ...toRow(officeId, office, figures),
      key: `${officeId} ${kind}`,
      requestKind: kind,
    }));
  },
};

const toRow = (id: number | null, name: string | null, figures: ReportRow['figures']): ReportRow => ({
  key: String(id),
  id,
  name,
  figures,
});

export const reportQueries = {
  /** All figures of a kind in a period. The names of channels depend on the language. */
  report: (kind: keyof typeof READS, filter: ReportFilter, language: string) =>
    queryOptions({
      queryKey: ['reports', kind, filter, language],
      queryFn: ({ signal }) => READS[kind]({ query: filter, signal }),
    }),

  /** The applications of each day, also of a period that is longer than the service lists at once. */
  dailyApplications: (startDate: string, endDate: string, officeId: number | undefined) =>
    queryOptions({
      queryKey: ['reports', 'days', startDate, endDate, officeId],
      async queryFn({ signal }) {
        const parts = await Promise.all(
          partsOf(startDate, endDate).map((part) =>
            call(reportListDays, { query: { ...part, officeId }, signal }),
          ),
        );
        return parts.flatMap(({ days }) => days);
      },
    }),
};

function partsOf(startDate: string, endDate: string): { startDate: string; endDate: string }[] {
  const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const parts = [];
  const lastMs = Date.parse(endDate);
  for (let fromMs = Date.parse(startDate); fromMs <= lastMs; fromMs += DAYS_OF_CALL * DAY_MS)
    parts.push({
      startDate: toDay(fromMs),
      endDate: toDay(Math.min(lastMs, fromMs + (DAYS_OF_CALL - 1) * DAY_MS)),
    });
  return parts;
}
