import { type ButtonProps, type ElementProps, Button as MantineButton } from '@mantine/core';
import type { MouseEvent } from 'react';

interface Props extends ButtonProps, ElementProps<'button', keyof ButtonProps> {}

/**
 * A button that keeps the focus while it works or cannot be used. A disabled element loses the focus to the page,
 * so Escape no longer closes what the button belongs to, and Tab begins at the top.
 */
export function Button({ disabled = false, onClick, ...props }: Props) {
  const isInert = disabled || props.loading === true;
  return (
    <MantineButton
      {...props}
      disabled={disabled}
      renderRoot={(root) => (
        <button
          {...root}
          disabled={false}
          aria-disabled={isInert || undefined}
          onClick={isInert ? doNothing : onClick}
        />
      )}
    />
  );
}

/** Nor does Enter in a field of the form send it: it clicks the button. */
function doNothing(event: MouseEvent): void {
  event.preventDefault();
}
