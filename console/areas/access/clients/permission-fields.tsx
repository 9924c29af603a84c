import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import type { Fault } from '../../../core/api/errors.ts';
import { toFaultText } from '../../../core/forms/faults.tsx';
import formClasses from '../../../core/forms/forms.module.css';
import { useSession } from '../../../core/session/use-session.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import tableClasses from '../../../core/ui/table.module.css';
import classes from './clients.module.css';
import { faultOf } from './permission-faults.ts';
import { AREAS, type PermissionArea, type PermissionKind, toPermission, useLacks } from './permissions.ts';

interface PermissionFieldsProps {
  chosen: readonly string[];
  /** What the client has already. It keeps what the role of the user lacks. */
  had?: readonly string[];
  change: (permissions: readonly string[]) => void;
  faults: readonly Fault[];
}

const NONE: readonly string[] = [];

/** What a client may do, by area. */
export function PermissionFields({ chosen, had = NONE, change, faults }: PermissionFieldsProps) {
  const language = useLanguage();
  const { texts } = language;
  const words = texts.apiClients;
  const { role } = useSession();
  const lacks = useLacks();
  const id = useId();
  const whole = faults.find(({ property }) => property === 'permissions');
  const toggle = (permission: string) =>
    change(
      chosen.includes(permission) ? chosen.filter((name) => name !== permission) : [...chosen, permission],
    );
  return (
    <fieldset className={classes.permissions}>
      <legend id={id}>{words.permissions}</legend>
      {AREAS.some((area) => lacks(toPermission(area, 'read'))) && (
        <p className={formClasses.lead}>{words.roleLimit(texts.roles[role])}</p>
      )}
      {whole !== undefined && (
        <p role="alert" className={classes.fault}>
          {chosen.length === 0 ? words.noPermission : toFaultText(whole, language)}
        </p>
      )}
      <table className={`${tableClasses.table} ${classes.areas}`} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{words.area}</th>
            <th scope="col">{words.read}</th>
            <th scope="col">{words.write}</th>
          </tr>
        </thead>
        <tbody>
          {AREAS.map((area) => (
            <AreaRow key={area} area={area} chosen={chosen} had={had} toggle={toggle} faults={faults} />
          ))}
        </tbody>
      </table>
    </fieldset>
  );
}

interface AreaRowProps extends Pick<PermissionFieldsProps, 'chosen' | 'faults'> {
  area: PermissionArea;
  had: readonly string[];
  toggle: (permission: string) => void;
}

function AreaRow({ area, chosen, had, toggle, faults }: AreaRowProps) {
  const language = useLanguage();
  const { texts } = language;
  const words = texts.apiClients;
  const { name, about } = words.areas[area];
  const lacks = useLacks();
  const noteId = useId();
  const reading = toPermission(area, 'read');
  const note = !lacks(reading) ? undefined : had.includes(reading) ? words.notRemovable : words.notYours;
  const own = (['read', 'write'] as const).map((kind) => faultOf(toPermission(area, kind), faults));
  const fault = own.find((each) => each !== undefined);
  const box = (kind: PermissionKind) => {
    const permission = toPermission(area, kind);
    return (
      <Checkbox
        aria-label={words.permissionOf(name, words[kind])}
        aria-describedby={kind === 'read' && note !== undefined ? noteId : undefined}
        checked={chosen.includes(permission)}
        disabled={lacks(permission)}
        onChange={() => toggle(permission)}
      />
    );
  };
  return (
    <tr>
      <td>
        {name}
        <span className={tableClasses.secondary}>{about}</span>
        {note !== undefined && (
          <span id={noteId} className={classes.note}>
            {note}
          </span>
        )}
        {fault !== undefined && (
          <span role="alert" className={classes.fault}>
            {toFaultText(fault, language)}
          </span>
        )}
      </td>
      <td>{box('read')}</td>
      <td>{box('write')}</td>
    </tr>
  );
}
