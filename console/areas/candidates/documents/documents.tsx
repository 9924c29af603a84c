import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import type { Mark } from '../../../core/documents/mark.tsx';
import { useOpened } from '../../../core/documents/use-opened.ts';
import { useName, Viewer } from '../../../core/documents/viewer.tsx';
import { useKeys } from '../../../core/keys/keys.tsx';
import { useMay } from '../../../core/session/use-session.ts';
import type { Formats } from '../../../core/texts/formats.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Ago } from '../../../core/ui/when.tsx';
import type { SchemaCandidateDto } from '../../../generated/types.ts';
import { DeleteDocument } from './delete-document.tsx';
import type { CandidateDocument } from './document.ts';
import classes from './documents.module.css';
import { Filled } from './filled.tsx';
import { ParsingReason, ReasonInViewer } from './parsing-reason.tsx';
import { Proposals } from './proposals.tsx';
import { DropZone, Uploads } from './uploads.tsx';
import { useUploads } from './use-uploads.ts';

interface DocumentsProps {
  candidate: SchemaCandidateDto;
  /** The document that the key opens. Otherwise it is the latest CV, or the first PDF. */
  cvDocumentId?: number | null;
  /** The level of the heading on the page. */
  heading?: 'h2' | 'h3';
}

/** The documents of a candidate, with a viewer for one of them, and a place to add more. */
export function Documents({ candidate, cvDocumentId, heading: Heading = 'h2' }: DocumentsProps) {
  const texts = useTexts();
  const may = useMay();
  const { opened, open: openDocument, close } = useOpened();
  const [mark, setMark] = useState<Mark | undefined>();
  const open = (document: CandidateDocument) => {
    setMark(undefined);
    openDocument(document);
  };
  const mayWrite = may('documents:write');
  const mayRead = may('documents:read');
  const { documents } = candidate;
  const uploads = useUploads(candidate, documents.some(isCv));
  const first = firstToRead(documents, cvDocumentId);
  const closeAndReturn = () => {
    const id = opened?.document.id;
    close();
    document.getElementById(`document-${id}`)?.focus();
  };
  // What is open is not read again.
  const toggle = (chosen: CandidateDocument) =>
    chosen.id === opened?.document.id ? closeAndReturn() : open(chosen);
  useKeys(mayRead && first !== undefined ? [{ key: 'o', name: 'open', run: () => toggle(first) }] : []);
  const isStillThere = documents.some(({ id }) => id === opened?.document.id);
  const contents = (
    <>
      <Heading id="documents">{texts.candidate.documents}</Heading>
      {documents.length === 0 && <p className={classes.absent}>{texts.candidate.noDocuments}</p>}
      {documents.length > 0 && (
        <List candidate={candidate} openedId={opened?.document.id} open={mayRead ? toggle : undefined} />
      )}
      {opened !== undefined && isStillThere && (
        <Viewer
          opened={opened}
          close={closeAndReturn}
          retry={() => openDocument(opened.document)}
          mark={mark}
        >
          <ReasonInViewer candidateId={candidate.id} documentId={opened.document.id} />
          <Filled candidateId={candidate.id} documentId={opened.document.id} />
          <Proposals candidateId={candidate.id} documentId={opened.document.id} show={setMark} />
        </Viewer>
      )}
      {mayWrite && <Uploads uploads={uploads} />}
    </>
  );
  return (
    <section className={classes.part} aria-labelledby="documents">
      {mayWrite ? <DropZone uploads={uploads}>{contents}</DropZone> : contents}
    </section>
  );
}

const isCv = ({ documentCategory }: CandidateDocument) => documentCategory.key === 'cv';

function firstToRead(
  documents: readonly CandidateDocument[],
  cvDocumentId: number | null | undefined,
): CandidateDocument | undefined {
  return (
    documents.find(({ id }) => id === cvDocumentId) ??
    documents.findLast(isCv) ??
    documents.find(({ mimeType }) => mimeType === 'application/pdf') ??
    documents[0]
  );
}

interface ListProps {
  candidate: SchemaCandidateDto;
  openedId: number | undefined;
  /** Absent if the role reads no documents. */
  open: ((document: CandidateDocument) => void) | undefined;
}

function List({ candidate, openedId, open }: ListProps) {
  const may = useMay();
  const [removed, setRemoved] = useState<CandidateDocument | undefined>();
  const texts = useTexts();
  const states = useQuery({ ...queries.documentsOf(candidate.id), enabled: open !== undefined });
  const stateOf = (id: number) => states.data?.candidateDocuments.find((each) => each.id === id);
  return (
    <>
      <ul className={classes.documents} aria-labelledby="documents">
        {candidate.documents.map((document) => (
          <li key={document.id}>
            <Row document={document} isOpen={document.id === openedId} open={open}>
              <ParsingReason parsed={stateOf(document.id)} />
            </Row>
            <Parsing state={stateOf(document.id)?.cvParsingState} />
            <Waiting count={stateOf(document.id)?.openProposals ?? 0} />
            {may('documents:write') && (
              <Button
                variant="subtle"
                color="var(--signal)"
                size="compact-sm"
                aria-label={texts.documents.deleteNamed(
                  document.originalFileName ?? texts.documents.unnamed(String(document.id)),
                )}
                onClick={() => setRemoved(document)}
              >
                {texts.documents.delete}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <DeleteDocument candidateId={candidate.id} document={removed} close={() => setRemoved(undefined)} />
    </>
  );
}

interface RowProps {
  document: CandidateDocument;
  isOpen: boolean;
  open: ListProps['open'];
  /** What is known about the document, below its name. */
  children: ReactNode;
}

function Row({ document, isOpen, open, children }: RowProps) {
  const texts = useTexts();
  const formats = useFormats();
  const name = useName(document);
  const { key, name: categoryName } = document.documentCategory;
  const category = texts.documents.categories[key as keyof typeof texts.documents.categories] ?? categoryName;
  return (
    <div className={classes.row}>
      {open === undefined ? (
        <span>{name}</span>
      ) : (
        <button
          type="button"
          id={`document-${document.id}`}
          className={classes.name}
          aria-expanded={isOpen}
          onClick={() => open(document)}
        >
          {name}
        </button>
      )}
      <span className={classes.secondary}>
        {[category, sizeOf(document.sizeBytes, formats)].filter(Boolean).join(' · ')} ·{' '}
        <Ago utc={document.createdAtUtc} />
      </span>
      {children}
    </div>
  );
}

const KILOBYTE = 1000;

function sizeOf(bytes: number, formats: Formats): string {
  if (bytes < KILOBYTE * KILOBYTE) return `${formats.number(Math.max(1, Math.round(bytes / KILOBYTE)))} kB`;
  return `${formats.number(Math.round(bytes / KILOBYTE / 100) / 10)} MB`;
}

/** What became of reading the document as a CV. */
function Parsing({ state }: { state?: string | null }) {
  const texts = useTexts();
  if (state == null) return null;
  return (
    <span className={classes.parsing} data-failed={state === 'failed'}>
      {texts.documents.parsing[state as keyof typeof texts.documents.parsing]}
    </span>
  );
}

/** How many values of a CV wait for a decision. */
function Waiting({ count }: { count: number }) {
  const texts = useTexts();
  if (count === 0) return null;
  return <span className={classes.waiting}>{texts.documents.proposals.waiting(count)}</span>;
}
