import formClasses from '../../../core/forms/forms.module.css';
import { Notes } from '../../applications/queue/notes.tsx';
import { Communications } from './communications.tsx';
import { Note } from './note.tsx';
import classes from './page.module.css';
import type { TaggedCandidate } from './source.ts';

export function CommunicationTab({ candidate }: { candidate: TaggedCandidate }) {
  return (
    <div className={classes.parts}>
      <div className={`${formClasses.part} ${classes.notes}`}>
        <Notes
          candidateId={candidate.record.id}
          Heading="h2"
          renderNote={(note) => <Note note={note} candidate={candidate} />}
        />
      </div>
      <Communications candidate={candidate} />
    </div>
  );
}
