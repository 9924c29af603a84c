import { type ReactNode, useCallback, useState } from 'react';
import type { EditableList } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { More } from '../../../core/ui/more.tsx';
import tableClasses from '../../../core/ui/table.module.css';
import { type Entries, type Entry, nameIn } from './entries.ts';
import classes from './page.module.css';
import { RenameDialog } from './rename-dialog.tsx';
import { useRetire } from './use-list-changes.ts';

/** The service has no pages of them. */
const SHOWN_ROWS = 100;

interface EntryTableProps {
  list: EditableList;
  entries: Entries;
  /** Those that the filters leave. */
  rows: readonly Entry[];
}

export function EntryTable({ list, entries, rows }: EntryTableProps) {
  const { language, texts } = useLanguage();
  const { lists } = texts;
  const mayWrite = useMay()('masterdata:write');
  const [shown, setShown] = useState(SHOWN_ROWS);
  const [renamed, setRenamed] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const { retire, isPending } = useRetire(list);
  const rename = ({ id }: Entry) => {
    setRenamed(id);
    setOpen(true);
  };
  return (
    <>
      <table className={tableClasses.table} aria-label={lists.names[list]}>
        <thead>
          <tr>
            <th scope="col">{language === 'de' ? lists.german : lists.english}</th>
            <th scope="col" className={tableClasses.extra}>
              {language === 'de' ? lists.english : lists.german}
            </th>
            <th scope="col" className={`number ${tableClasses.medium}`}>
              {lists.number}
            </th>
            {mayWrite && (
              <th scope="col">
                <span className="visually-hidden">{lists.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((entry) => (
            <Row key={entry.id} entry={entry}>
              {mayWrite && (
                <td className={tableClasses.actionColumn}>
                  <RowActions entry={entry} isPending={isPending} rename={rename} retire={retire} />
                </td>
              )}
            </Row>
          ))}
        </tbody>
      </table>
      {rows.length > shown && <More load={() => setShown(shown + SHOWN_ROWS)} />}
      {/* Only a dialog that is there before it opens returns the focus to its button. */}
      <RenameDialog list={list} entries={entries} entryId={renamed} isOpen={isOpen} close={close} />
    </>
  );
}

function Row({ entry, children }: { entry: Entry; children: ReactNode }) {
  const { language, texts } = useLanguage();
  const { lists } = texts;
  const otherLanguage = language === 'de' ? 'en' : 'de';
  const other = nameIn(otherLanguage, entry);
  const { id, isExpired, isFixed } = entry;
  return (
    <tr>
      <td className={classes.name}>
        <span className={isExpired ? classes.retired : undefined}>{nameIn(language, entry)}</span>
        {isExpired && <span className={tableClasses.secondary}>{lists.retired}</span>}
        {isFixed && <span className={tableClasses.secondary}>{lists.inUse}</span>}
        <span className={tableClasses.below} lang={otherLanguage}>
          {other}
        </span>
        <span className={tableClasses.lowest}>
          {lists.number} {id}
        </span>
      </td>
      <td className={`${tableClasses.extra} ${classes.name}`}>
        <span className={isExpired ? classes.retired : undefined} lang={otherLanguage}>
          {other}
        </span>
      </td>
      <td className={`number ${tableClasses.medium}`}>{id}</td>
      {children}
    </tr>
  );
}

interface RowActionsProps {
  entry: Entry;
  isPending: boolean;
  rename: (entry: Entry) => void;
  retire: (entry: Entry) => void;
}

function RowActions({ entry, isPending, rename, retire }: RowActionsProps) {
  const { language } = useLanguage();
  const { lists } = useTexts();
  const name = nameIn(language, entry);
  const { isExpired, isFixed } = entry;
  return (
    <div>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={lists.renameOf(name)}
        onClick={() => rename(entry)}
      >
        {lists.rename}
      </Button>
      {!isFixed && (
        <Button
          variant="default"
          size="compact-sm"
          disabled={isPending}
          aria-label={isExpired ? lists.bringBackOf(name) : lists.retireOf(name)}
          onClick={() => retire(entry)}
        >
          {isExpired ? lists.bringBack : lists.retire}
        </Button>
      )}
    </div>
  );
}
