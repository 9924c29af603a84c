import { ROLES } from '../../core/api/records.ts';
import { useTexts } from '../../core/texts/language.tsx';
import classes from './roles-explained.module.css';

/** What each role may do, for those who choose one. */
export function RolesExplained() {
  const { users: words, roles } = useTexts();
  return (
    <details className={classes.roles}>
      <summary>{words.allRolesLead}</summary>
      <dl>
        {ROLES.map((role) => (
          <div key={role}>
            <dt>{roles[role]}</dt>
            <dd>{words.roleLead[role]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
