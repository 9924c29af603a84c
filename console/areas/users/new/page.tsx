import { Checkbox } from '@mantine/core';
import { CreationForm } from '../../../core/forms/creation-form.tsx';
import formClasses from '../../../core/forms/forms.module.css';
import { installation } from '../../../core/installation.ts';
import { paths } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { BackToList } from '../../../core/ui/back-to-list.tsx';
import classes from '../../../core/ui/record.module.css';
import { OfficesInput } from '../offices-input.tsx';
import { RolesExplained } from '../roles-explained.tsx';
import { useNewUser } from './use-new-user.ts';

const idOf = (property: string) => `user-new-${property}`;

export function Page() {
  const { users: words, screens } = useTexts();
  const { form, fields } = useNewUser();
  const { entries, enter } = form;
  return (
    <div className={`${classes.page} ${classes.form}`}>
      <header className={classes.header}>
        <BackToList list={paths.users} text={words.back} />
        <h1>{screens.newUser}</h1>
        <p className={formClasses.lead}>{words.createLead}</p>
      </header>
      <div className={formClasses.part}>
        <CreationForm form={form} idOf={idOf} title={screens.newUser} action={words.saveNew} fields={fields}>
          <RolesExplained />
          <OfficesInput
            officeIds={entries.officeIds ?? ''}
            mainOfficeId={entries.mainOfficeId ?? ''}
            enter={enter}
          />
          {installation.sendsMail ? (
            <Checkbox
              label={words.invite}
              description={words.inviteHelp}
              checked={entries.invites === 'true'}
              onChange={({ currentTarget: { checked } }) => enter('invites', String(checked))}
            />
          ) : (
            <p className={formClasses.lead}>{words.noMail}</p>
          )}
        </CreationForm>
      </div>
    </div>
  );
}
