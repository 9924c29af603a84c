import { TextInput } from '@mantine/core';
import type { Fault } from '../../../core/api/errors.ts';
import { toFaultText } from '../../../core/forms/faults.tsx';
import { useLanguage } from '../../../core/texts/language.tsx';
import { clientCreateLimits } from '../../../generated/limits.ts';
import { PermissionFields } from './permission-fields.tsx';

export interface ClientEntry {
  name: string;
  permissions: readonly string[];
}

interface ClientFieldsProps {
  entry: ClientEntry;
  had?: readonly string[];
  enter: (entry: ClientEntry) => void;
  faults: readonly Fault[];
}

export function ClientFields({ entry, had, enter, faults }: ClientFieldsProps) {
  const language = useLanguage();
  const { texts } = language;
  const words = texts.apiClients;
  const fault = faults.find(({ property }) => property === 'name');
  const nameFault =
    fault?.code === 'duplicate'
      ? words.nameTaken
      : fault && toFaultText(fault, language, clientCreateLimits.name);
  return (
    <>
      <TextInput
        data-autofocus
        label={words.name}
        description={words.nameHelp}
        value={entry.name}
        error={nameFault}
        autoComplete="off"
        onChange={({ currentTarget }) => enter({ ...entry, name: currentTarget.value })}
      />
      <PermissionFields
        chosen={entry.permissions}
        had={had}
        change={(permissions) => enter({ ...entry, permissions })}
        faults={faults}
      />
    </>
  );
}

/** The properties that have a field. What is wrong with them is beside it. */
export const isOfField = ({ property }: Fault): boolean =>
  property === 'name' || property?.startsWith('permissions') === true;
