import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import { kindOf } from '../../../core/documents/kinds.ts';
import type { Mark } from '../../../core/documents/mark.tsx';
import { useMay } from '../../../core/session/use-session.ts';
import type { Formats } from '../../../core/texts/formats.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import type { Texts } from '../../../core/texts/texts-de.ts';
import { Button } from '../../../core/ui/button.tsx';
import { Failed } from '../../../core/ui/states.tsx';
import type { SchemaDocumentLeftoverDto, SchemaDocumentProposalDto } from '../../../generated/types.ts';
import classes from './documents.module.css';
import { Description } from './proposed-description.tsx';
import { useDecisions } from './use-decisions.ts';
import { useValueTexts } from './value-texts.ts';

interface ProposalsProps {
  candidateId: number;
  documentId: number;
  /** Marks a place in the document. */
  show: (mark: Mark) => void;
}

/** What was read from a CV and waits for a decision, where the values were found, and what was left over. */
export function Proposals({ candidateId, documentId, show }: ProposalsProps) {
  const texts = useTexts().documents.proposals;
  const may = useMay();
  const documents = useQuery(queries.documentsOf(candidateId));
  const document = documents.data?.candidateDocuments.find(({ id }) => id === documentId);
  const read = useQuery({
    ...queries.cvValues(candidateId, documentId),
    enabled: document?.cvParsingState === 'done',
  });
  const isText = document !== undefined && kindOf(document) === 'text';
  const { decide, isPending: isDeciding } = useDecisions(candidateId, documentId);
  const { proposals = [], leftovers = [], isUnsure = false } = read.data ?? {};
  const isPending = isDeciding || isUnsure;
  const open = proposals.filter(({ state }) => state === 'open');
  const placed = proposals.filter(
    (proposal) => ['written', 'accepted'].includes(proposal.state) && markOf(proposal, isText) !== undefined,
  );
  if (open.length + placed.length + leftovers.length === 0 && !read.isError) return null;
  const mayDecide = may('candidates:write');
  const actions = (proposal: SchemaDocumentProposalDto, name: string) =>
    mayDecide && (
      <div className={classes.actions}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isPending}
          aria-label={texts.acceptNamed(name)}
          onClick={() => decide('accepted', [proposal])}
        >
          {texts.accept}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={isPending}
          aria-label={texts.rejectNamed(name)}
          onClick={() => decide('rejected', [proposal])}
        >
          {texts.reject}
        </Button>
      </div>
    );
  return (
    <section className={classes.proposals} aria-label={texts.title}>
      {leftovers.some(({ code }) => code === 'otherName') && (
        <p className={classes.warning}>{texts.leftovers.otherName}</p>
      )}
      {open.length > 0 && (
        <>
          <strong>{texts.title}</strong>
          <List proposals={open} isText={isText} show={show} actions={actions} />
        </>
      )}
      {open.length > 1 && mayDecide && (
        <div className={classes.actions}>
          <Button size="compact-sm" disabled={isPending} onClick={() => decide('accepted', open)}>
            {texts.acceptAll}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={isPending}
            onClick={() => decide('rejected', open)}
          >
            {texts.rejectAll}
          </Button>
        </div>
      )}
      {placed.length > 0 && (
        <details>
          <summary>{texts.places}</summary>
          <List proposals={placed} isText={isText} show={show} />
        </details>
      )}
      <Leftovers leftovers={leftovers} />
      {read.isError && <Failed error={read.error} retry={() => read.refetch()} />}
    </section>
  );
}

/** The first line of a value, if the viewer can show it: in a text, or at its place on a page. */
function markOf({ sources }: SchemaDocumentProposalDto, isText: boolean): Mark | undefined {
  const [first] = sources;
  if (isText) return first && { line: first.line, text: first.text };
  for (const { page, rectangle } of sources)
    if (page !== null && rectangle !== null) return { page, rectangle };
  return undefined;
}

interface ListProps extends Pick<ProposalsProps, 'show'> {
  proposals: readonly SchemaDocumentProposalDto[];
  isText: boolean;
  actions?: (proposal: SchemaDocumentProposalDto, name: string) => React.ReactNode;
}

function List({ proposals, isText, show, actions }: ListProps) {
  const texts = useTexts().documents;
  const formats = useFormats();
  const textOf = useValueTexts(proposals);
  return (
    <ul>
      {proposals.map((proposal) => {
        const name = textOf(proposal);
        const mark = markOf(proposal, isText);
        const showMark = mark && placeText(mark, texts.proposals, formats);
        const lines = proposal.sources.map(({ text }) => text);
        return (
          <li key={proposal.id}>
            <div className={classes.value}>
              <span>
                {texts.filledParts[proposal.property]}: <strong>{name}</strong>
              </span>
              {actions !== undefined && (
                <span className={classes.secondary}>
                  {[
                    texts.proposals.sure(formats.number(Math.round(proposal.confidence * 100))),
                    ...lines,
                  ].join(' · ')}
                </span>
              )}
              {actions !== undefined && <Description value={proposal.value} />}
            </div>
            {mark !== undefined && (
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`${name}, ${showMark}`}
                onClick={() => show(mark)}
              >
                {showMark}
              </Button>
            )}
            {actions?.(proposal, name)}
          </li>
        );
      })}
    </ul>
  );
}

/** What the button says that shows a place. */
function placeText(mark: Mark, texts: Texts['documents']['proposals'], formats: Formats): string {
  return 'page' in mark ? texts.show(formats.number(mark.page)) : texts.showLine;
}

/** What was not used. That the document names another person is said above the proposals. */
function Leftovers({ leftovers }: { leftovers: readonly SchemaDocumentLeftoverDto[] }) {
  const texts = useTexts().documents.proposals.leftovers;
  const formats = useFormats();
  const sentences = leftovers.flatMap(({ code, count, pages }) => {
    if (code === 'otherName') return [];
    if (code === 'nothingFound') return [texts.nothingFound];
    if (code === 'unusedPeriods' || code === 'unusedContacts' || code === 'outdatedJobs')
      return [texts[code](count)];
    return [texts[code](formats.list(pages.map(formats.number)), count)];
  });
  if (sentences.length === 0) return null;
  return <p className={classes.secondary}>{sentences.join(' ')}</p>;
}
