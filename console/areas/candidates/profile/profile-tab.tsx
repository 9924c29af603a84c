import { FormPart } from '../../../core/forms/form-part.tsx';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Erase } from './erase.tsx';
import classes from './page.module.css';
import { useProfileFields } from './profile-fields.ts';
import { Skills } from './skills.tsx';
import { type TaggedCandidate, useCandidateSource } from './source.ts';

const PARTS = ['contact', 'wishes', 'person', 'address', 'assignment', 'workPermit', 'remarks'] as const;

const LINKS = {
  'contact.email': (text: string) => <a href={`mailto:${text}`}>{text}</a>,
  'contact.phone': (text: string) => <a href={`tel:${text}`}>{text}</a>,
  'contact.mobile': (text: string) => <a href={`tel:${text}`}>{text}</a>,
};

export function ProfileTab({ candidate }: { candidate: TaggedCandidate }) {
  const texts = useTexts();
  const may = useMay();
  const fields = useProfileFields(candidate.record);
  const { id } = candidate.record;
  const source = useCandidateSource(id);
  return (
    <div className={classes.parts}>
      {PARTS.map((part) => (
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
      ))}
      <Skills candidate={candidate.record} />
      {may('privacy:write') && <Erase candidate={candidate.record} />}
    </div>
  );
}
