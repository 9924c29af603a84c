import { FormPart } from '../../../core/forms/form-part.tsx';
import { useMay } from '../../../core/session/use-session.ts';
import { telOf } from '../../../core/tel.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { ExportPart } from '../../privacy/subject-export/export-part.tsx';
import { Channels } from './channels.tsx';
import { Contract } from './contract.tsx';
import { Erase } from './erase.tsx';
import classes from './page.module.css';
import { useProfileFields } from './profile-fields.ts';
import { Resume } from './resume.tsx';
import { Skills } from './skills.tsx';
import { type TaggedCandidate, useCandidateSource } from './source.ts';

const LINKS = {
  'contact.email': (text: string) => <a href={`mailto:${text}`}>{text}</a>,
  'contact.phone': (text: string) => <a href={telOf(text)}>{text}</a>,
  'contact.mobile': (text: string) => <a href={telOf(text)}>{text}</a>,
};

export function ProfileTab({ candidate }: { candidate: TaggedCandidate }) {
  const texts = useTexts();
  const may = useMay();
  const fields = useProfileFields(candidate.record);
  const { id } = candidate.record;
  const source = useCandidateSource(id);
  const toPart = (part: keyof typeof fields) => (
    <FormPart
      key={part}
      name={`candidate-${id}-${part}`}
      title={texts.candidatePage.parts[part]}
      fields={fields[part]}
      current={candidate}
      mayEdit={may('candidates:write')}
      show={LINKS}
      {...source}
    />
  );
  return (
    <div className={classes.parts}>
      <div className={classes.column}>
        {toPart('contact')}
        <Channels candidate={candidate.record} />
        {toPart('address')}
        {toPart('person')}
        {toPart('assignment')}
      </div>
      <div className={classes.column}>
        {toPart('wishes')}
        {toPart('workPermit')}
        <Contract candidate={candidate} />
        {toPart('remarks')}
        <Skills candidate={candidate} />
      </div>
      <Resume candidate={candidate} />
      {may('privacy:read') && <ExportPart candidateId={candidate.record.id} />}
      {may('privacy:read') && <Erase candidate={candidate.record} />}
    </div>
  );
}
