import { line, record, Type } from '../../../core/http/schema.ts';
import { jobAdProperties } from '../record-schema.ts';

export const DetailPath = Type.Object({
  jobAdId: line('Integer id (jobAdId) or global id (UUID) of the job ad.', { examples: ['17'] }),
});

export const JobAdRecord = record('JobAdDto', jobAdProperties);
