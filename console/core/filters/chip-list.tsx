import { CloseButton } from '@mantine/core';
import classes from '../list/list.module.css';
import { useTexts } from '../texts/language.tsx';

/** A filter that is active. */
export interface FilterChip<Search> {
  key: string;
  text: string;
  /** What the address says without it. */
  without: Partial<Search>;
}

interface ChipListProps<Search> {
  chips: readonly FilterChip<Search>[];
  change: (change: Partial<Search>) => void;
  /** Removes all of them. */
  reset: () => void;
}

/** The filters that are active, each with a button that removes it. */
export function ChipList<Search>({ chips, change, reset }: ChipListProps<Search>) {
  const { candidates: texts } = useTexts();
  if (chips.length === 0) return null;
  return (
    <div className={classes.chips}>
      <ul aria-label={texts.active}>
        {chips.map((chip) => (
          <li key={chip.key} className={classes.chip}>
            {chip.text}
            <CloseButton
              size="sm"
              aria-label={texts.remove(chip.text)}
              onClick={() => change(chip.without)}
            />
          </li>
        ))}
      </ul>
      <button type="button" className={classes.link} onClick={reset}>
        {texts.reset}
      </button>
    </div>
  );
}
