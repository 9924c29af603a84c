import { Kbd } from '@mantine/core';
import { useTexts } from '../texts/language.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useRegisteredKeys } from './keys.tsx';
import classes from './keys-dialog.module.css';

export function KeysDialog({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const texts = useTexts();
  const actions = useRegisteredKeys();
  return (
    <Dialog isOpen={isOpen} close={close} title={texts.frame.keys}>
      <p className={classes.lead}>{texts.keys.lead}</p>
      <table className={classes.table} aria-label={texts.frame.keys}>
        <thead>
          <tr>
            <th scope="col">{texts.keys.key}</th>
            <th scope="col">{texts.keys.action}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <Kbd>{paletteKeys()}</Kbd>
            </td>
            <td>{texts.keys.palette}</td>
          </tr>
          {actions.map(({ key, name }) => (
            <tr key={key}>
              <td>
                <Kbd>{key}</Kbd>
              </td>
              <td>{texts.keys[name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

/** The keys that open the palette, as they are printed on the keyboard. */
export function paletteKeys(): string {
  if (/Mac|iPhone|iPad/.test(navigator.userAgent)) return '⌘ K';
  return document.documentElement.lang === 'de' ? 'Strg K' : 'Ctrl K';
}
