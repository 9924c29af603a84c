import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { queries } from '../../core/api/queries.ts';
import type { User } from '../../core/api/records.ts';
import { hasWords } from '../../core/filters/has-words.ts';
import formClasses from '../../core/forms/forms.module.css';
import { useLanguage } from '../../core/texts/language.tsx';
import { Failed, Loading } from '../../core/ui/states.tsx';
import classes from './offices.module.css';
import { toIds, toText } from './offices.ts';

/** So many fit on the page without looking for one. */
const SHOWN_BRANCHES = 12;

interface OfficesInputProps {
  /** The ids of the chosen branches. */
  officeIds: string;
  mainOfficeId: string;
  /** Those that the user has already. They can be kept, also if they are closed. */
  had?: User['assignedOffices'];
  enter: (property: 'officeIds' | 'mainOfficeId', entry: string) => void;
}

/** Chooses the branches of a user, and which of them is the main one. */
export function OfficesInput({ officeIds, mainOfficeId, had = [], enter }: OfficesInputProps) {
  const { texts, language } = useLanguage();
  const words = texts.users;
  const id = useId();
  const [typed, setTyped] = useState('');
  const branches = useQuery(queries.branches());
  if (branches.data === undefined)
    return branches.isError ? (
      <Failed error={branches.error} retry={() => branches.refetch()} />
    ) : (
      <Loading rows={4} />
    );
  const chosen = toIds(officeIds);
  const { compare } = new Intl.Collator(language);
  const possible = branches.data.branches
    .filter((branch) => branch.isActive || had.some(({ officeId }) => officeId === branch.id))
    .sort((one, other) => compare(one.name, other.name));
  const shown = possible.filter(({ name }) => hasWords(typed, [name]));
  const toggle = (officeId: number) => {
    const isChosen = chosen.includes(officeId);
    const next = isChosen ? chosen.filter((each) => each !== officeId) : [...chosen, officeId];
    enter('officeIds', toText(next));
    if (isChosen && mainOfficeId === String(officeId)) enter('mainOfficeId', '');
    if (chosen.length === 0) enter('mainOfficeId', String(officeId));
  };
  return (
    <div className={formClasses.form}>
      <fieldset className={classes.branches}>
        <legend id={id}>{words.fields.officeIds}</legend>
        {possible.length > SHOWN_BRANCHES && (
          <TextInput
            type="search"
            aria-label={words.findBranch}
            placeholder={words.findBranch}
            value={typed}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
        )}
        <div className={classes.boxes}>
          {shown.map((branch) => (
            <Checkbox
              key={branch.id}
              label={branch.isActive ? branch.name : words.closed(branch.name)}
              checked={chosen.includes(branch.id)}
              onChange={() => toggle(branch.id)}
            />
          ))}
        </div>
        <p role="status" className={formClasses.lead}>
          {possible.length === 0 ? words.noBranches : shown.length === 0 && words.noBranchFound}
        </p>
      </fieldset>
      {chosen.length > 0 && (
        <NativeSelect
          label={words.fields.mainOfficeId}
          className={classes.main}
          value={mainOfficeId}
          onChange={({ currentTarget: { value } }) => enter('mainOfficeId', value)}
          data={[
            { value: '', label: texts.forms.none },
            ...possible
              .filter((branch) => chosen.includes(branch.id))
              .map((branch) => ({ value: String(branch.id), label: branch.name })),
          ]}
        />
      )}
    </div>
  );
}
