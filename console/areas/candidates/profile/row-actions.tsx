import { type ReactNode, type Ref, useState } from 'react';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { DeleteCommunication } from './delete-communication.tsx';
import classes from './parts.module.css';

interface RowActionsProps {
  candidateId: number;
  communicationId: number;
  name: string;
  isNote?: boolean;
  edit: () => void;
  editButton: Ref<HTMLButtonElement>;
  /** Further buttons. */
  children?: ReactNode;
}

/** The buttons that change a communication, or delete it. */
export function RowActions({
  candidateId,
  communicationId,
  name,
  isNote = false,
  edit,
  editButton,
  children,
}: RowActionsProps) {
  const { candidatePage, forms } = useTexts();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <div className={classes.rowActions}>
      <Button
        ref={editButton}
        variant="default"
        size="compact-sm"
        aria-label={candidatePage.editEntry(name)}
        onClick={edit}
      >
        {forms.edit}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={candidatePage.deleteEntry(name)}
        onClick={() => setDeleting(true)}
      >
        {candidatePage.delete}
      </Button>
      {children}
      <DeleteCommunication
        candidateId={candidateId}
        communicationId={communicationId}
        name={name}
        isNote={isNote}
        isOpen={isDeleting}
        close={() => setDeleting(false)}
      />
    </div>
  );
}
