import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import type { Texts } from '../../../core/texts/texts-de.ts';
import type { SchemaHistoryEntryDto } from '../../../generated/types.ts';
import classes from './documents.module.css';

/** Both changes are written in one transaction. */
const SAME_MS = 2000;

/** What the reader of CVs has added to the candidate from this document, as the history of the candidate says. */
export function Filled({ candidateId, documentId }: { candidateId: number; documentId: number }) {
  const texts = useTexts();
  const formats = useFormats();
  const history = useQuery(queries.historyOf(candidateId));
  const names = namesOf(findFilled(history.data?.entries ?? [], documentId), texts);
  if (names.length === 0) return null;
  return <p className={classes.filled}>{texts.documents.filled(formats.list(names))}</p>;
}

/** The service records what it has filled in right before it records that the document has been read. */
function findFilled(entries: readonly SchemaHistoryEntryDto[], documentId: number): readonly string[] {
  const index = entries.findIndex(
    ({ entity, recordId, changedProperties }) =>
      entity === 'document' && recordId === documentId && changedProperties.includes('cvParsingState'),
  );
  const [read, before] = entries.slice(index, index + 2);
  if (index === -1 || before?.entity !== 'candidate' || before.actor?.kind !== 'system') return [];
  const passed = Date.parse(read!.changedAtUtc) - Date.parse(before.changedAtUtc);
  return passed <= SAME_MS ? before.changedProperties : [];
}

/** In the order of the texts, each once: all parts of an address are one. */
function namesOf(properties: readonly string[], { documents: { filledParts } }: Texts): string[] {
  return Object.entries(filledParts)
    .filter(([path]) => properties.some((name) => name === path || name.startsWith(`${path}.`)))
    .map(([, name]) => name);
}
