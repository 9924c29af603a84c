import formClasses from '../../../core/forms/forms.module.css';
import { Notes } from '../../applications/queue/notes.tsx';
import { Communications } from './communications.tsx';
import { draftOfNote, Note } from './note.tsx';
import classes from './page.module.css';
import type { TaggedCandidate } from './source.ts';

export function CommunicationTab({ candidate }: { candidate: TaggedCandidate }) {
  return (
    <div className={classes.parts}>
      <div className={`${formClasses.part} ${classes.notes}`}>
        <Notes
          candidateId={candidate.record.id}
          Heading="h2"
          draftOf={(note) => draftOfNote(candidate.record.id, note)}
          renderNote={(note, isGone) => <Note note={note} isGone={isGone} candidate={candidate} />}
        />
      </div>
      <Communications candidate={candidate} />
    </div>
  );
}
