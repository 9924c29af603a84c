import type { Tagged } from '../../../core/api/call.ts';
import type { User } from '../../../core/api/records.ts';
import type { Field } from '../../../core/forms/fields.ts';
import { FormPart } from '../../../core/forms/form-part.tsx';
import formClasses from '../../../core/forms/forms.module.css';
import { useMay, useSession } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { platformUserChangeLimits } from '../../../generated/limits.ts';
import { useUserFields } from '../fields.ts';
import { RolesExplained } from '../roles-explained.tsx';
import { useUserSource } from './use-user-source.ts';

interface PartProps {
  user: Tagged<User>;
}

const LINKS = { email: (text: string) => <a href={`mailto:${text}`}>{text}</a> };

export function PersonPart({ user }: PartProps) {
  const { users: words } = useTexts();
  const all = useUserFields(platformUserChangeLimits);
  const email: Field = { ...all.email, help: words.emailChangeHelp };
  const fields = [all.firstName, all.lastName, email, all.userSince, all.userPartnerId];
  return <Part name="person" user={user} title={words.parts.person} fields={fields} />;
}

export function RolePart({ user }: PartProps) {
  const { users: words } = useTexts();
  const session = useSession();
  const may = useMay();
  const all = useUserFields(platformUserChangeLimits);
  const isOwn = user.record.id === session.user.id;
  const role: Field = { ...all.role, isWide: true, ...(isOwn ? { help: words.ownRole } : {}) };
  return (
    <Part name="role" user={user} title={words.parts.role} fields={[role]}>
      <p className={formClasses.lead}>{words.roleLead[user.record.role]}</p>
      {may('users:write') && <RolesExplained />}
    </Part>
  );
}

interface FieldsProps extends PartProps {
  name: string;
  title: string;
  fields: readonly Field[];
  children?: React.ReactNode;
}

function Part({ name, user, title, fields, children }: FieldsProps) {
  const may = useMay();
  const { id } = user.record;
  const { read, save } = useUserSource(id);
  return (
    <FormPart
      name={`user-${id}-${name}`}
      title={title}
      fields={fields}
      current={user}
      mayEdit={may('users:write')}
      show={LINKS}
      read={read}
      save={save}
    >
      {children}
    </FormPart>
  );
}
