import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import type { Texts } from '../../../core/texts/texts-de.ts';
import type { SchemaCvSourceDto, SchemaHistoryEntryDto } from '../../../generated/types.ts';
import classes from './documents.module.css';

/** Both changes are written in one transaction. */
const SAME_MS = 2000;

interface FilledProps {
  candidateId: number;
  documentId: number;
}

/**
 * What the reader of CVs has added to the candidate from this document, as the history of the candidate says, and from which lines. They are
 * not fetched before somebody opens them: every read is written to the access log.
 */
export function Filled({ candidateId, documentId }: FilledProps) {
  const texts = useTexts();
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  const history = useQuery(queries.historyOf(candidateId));
  const parts = partsOf(findFilled(history.data?.entries ?? [], documentId), texts);
  const sources = useQuery({ ...queries.cvLines(documentId), enabled: isOpen });
  if (parts.length === 0) return null;
  const filled = texts.documents.filled(formats.list(parts.map(({ name }) => name)));
  const found = parts
    .map(({ path, name }) => ({ name, lines: linesOf(sources.data?.sources ?? [], path) }))
    .filter(({ lines }) => lines.length > 0);
  return (
    <details className={classes.filled} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{filled}</summary>
      {sources.data !== undefined && found.length === 0 && <p>{texts.documents.noLines}</p>}
      <dl className={classes.sources}>
        {found.map(({ name, lines }) => (
          <div key={name}>
            <dt>{name}</dt>
            {lines.map((line) => (
              <dd key={line}>{line}</dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
}

const isOf = (property: string, path: string) => property === path || property.startsWith(`${path}.`);

/** The lines of a property, or of all entries of a list, each once. */
function linesOf(sources: readonly SchemaCvSourceDto[], path: string): string[] {
  return [...new Set(sources.filter(({ property }) => isOf(property, path)).map(({ line }) => line))];
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
function partsOf(properties: readonly string[], { documents: { filledParts } }: Texts) {
  return Object.entries(filledParts)
    .filter(([path]) => properties.some((property) => isOf(property, path)))
    .map(([path, name]) => ({ path, name }));
}
