import type { SchemaCandidateDto } from '../../../generated/types.ts';

export type CandidateDocument = SchemaCandidateDto['documents'][number];
