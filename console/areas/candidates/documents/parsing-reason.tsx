import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import type { SchemaCandidateDocumentListDetailsDto } from '../../../generated/types.ts';
import classes from './documents.module.css';

type Parsed = Pick<SchemaCandidateDocumentListDetailsDto, 'cvParsingState' | 'cvParsingReason'>;

/** Why a CV was not read, and what a recruiter can do. The message of the service is for operators. */
export function ParsingReason({ parsed }: { parsed: Parsed | undefined }) {
  const { parsingReasons } = useTexts().documents;
  if (parsed?.cvParsingState !== 'failed') return null;
  return <p className={classes.reason}>{parsingReasons[parsed.cvParsingReason ?? 'other']}</p>;
}

/** The same above the contents. The list has read it, so this reads nothing again. */
export function ReasonInViewer({ candidateId, documentId }: { candidateId: number; documentId: number }) {
  const { data } = useQuery(queries.documentsOf(candidateId));
  return <ParsingReason parsed={data?.candidateDocuments.find(({ id }) => id === documentId)} />;
}
