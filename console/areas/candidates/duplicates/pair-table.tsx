import { Button as LinkButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { nameOf } from '../../../core/api/records.ts';
import { paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import tableClasses from '../../../core/ui/table.module.css';
import classes from './page.module.css';
import { type Pair, useDismissal } from './use-dismissal.ts';

type Person = Pair['first'];

export function PairTable({ pairs }: { pairs: readonly Pair[] }) {
  const { duplicates: texts } = useTexts();
  const dismissal = useDismissal();
  return (
    <table className={tableClasses.table} aria-label={texts.caption}>
      <thead>
        <tr>
          <th scope="col">{texts.person}</th>
          <th scope="col" className={tableClasses.extra}>
            {texts.person}
          </th>
          <th scope="col" className={tableClasses.extra}>
            {texts.matchedOn}
          </th>
          <th scope="col">
            <span className="visually-hidden">{texts.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair) => (
          <tr key={pair.id}>
            <td>
              <PersonCell person={pair.first} />
              <div className={classes.narrow}>
                <PersonCell person={pair.second} />
                <span className={tableClasses.secondary}>
                  {texts.matchedOn}: <Matches pair={pair} />
                </span>
              </div>
            </td>
            <td className={tableClasses.extra}>
              <PersonCell person={pair.second} />
            </td>
            <td className={tableClasses.extra}>
              <Matches pair={pair} />
            </td>
            <td className={tableClasses.actionColumn}>
              <Actions pair={pair} dismissal={dismissal} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Matches({ pair }: { pair: Pair }) {
  const { texts, formats } = useLanguage();
  // The same address is also the same mailbox.
  const shown = pair.matchedOn.filter(
    (match) => match !== 'emailCanonical' || !pair.matchedOn.includes('email'),
  );
  return formats.list(shown.map((match) => texts.duplicates.matches[match]));
}

function PersonCell({ person }: { person: Person }) {
  const { texts, formats } = useLanguage();
  const lines = [
    [person.birthDate && texts.duplicates.born(formats.day(person.birthDate)), person.city],
    [person.email],
    [person.mobile ?? person.phone],
    [person.status],
    [texts.duplicates.counts(person.applications, person.documents)],
    [texts.duplicates.createdOn(formats.dayOf(person.createdAtUtc))],
  ].map((parts) => parts.filter(Boolean).join(', '));
  return (
    <>
      <Link to={paths.candidate(person.id)}>{nameOf(person)}</Link>
      {lines
        .filter((line) => line !== '')
        .map((line) => (
          <span key={line} className={tableClasses.secondary}>
            {line}
          </span>
        ))}
    </>
  );
}

interface ActionsProps {
  pair: Pair;
  dismissal: ReturnType<typeof useDismissal>;
}

function Actions({ pair, dismissal }: ActionsProps) {
  const { duplicates: texts } = useTexts();
  const mayWrite = useMay()('candidates:write');
  const names = [nameOf(pair.first), nameOf(pair.second)] as const;
  const isDismissed = pair.dismissedAtUtc !== null;
  return (
    <div>
      <LinkButton
        component={Link}
        variant="default"
        size="compact-sm"
        to={paths.compare(olderOf(pair).id, newerOf(pair).id)}
        aria-label={texts.compareOf(...names)}
      >
        {texts.compare}
      </LinkButton>
      {mayWrite && (
        <Button
          variant="default"
          size="compact-sm"
          disabled={dismissal.isPending}
          aria-label={isDismissed ? texts.restoreOf(...names) : texts.dismissOf(...names)}
          onClick={() => (isDismissed ? dismissal.restore(pair) : dismissal.dismiss(pair))}
        >
          {isDismissed ? texts.restore : texts.dismiss}
        </Button>
      )}
    </div>
  );
}

/** Usually the older record is the one that others refer to, so it is proposed as the one that remains. */
function olderOf({ first, second }: Pair): Person {
  return first.createdAtUtc <= second.createdAtUtc ? first : second;
}

function newerOf(pair: Pair): Person {
  return olderOf(pair) === pair.first ? pair.second : pair.first;
}
