import { type FileButtonProps, FileButton as MantineFileButton } from '@mantine/core';
import { useRef } from 'react';

type Props<Multiple extends boolean> = FileButtonProps<Multiple>;

/**
 * A button that asks for a file. It forgets what was chosen: the browser reports only a choice that differs from the one before, so a file
 * that was corrected, or removed from the page, could not be chosen again.
 */
export function FileButton<Multiple extends boolean = false>({ onChange, ...props }: Props<Multiple>) {
  const reset = useRef<() => void>(null);
  const take: Props<Multiple>['onChange'] = (chosen) => {
    onChange(chosen);
    reset.current?.();
  };
  return <MantineFileButton<Multiple> {...props} onChange={take} resetRef={reset} />;
}
