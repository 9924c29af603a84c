interface Choice {
  id: number;
  name: string;
}

/** The choices of a field, with the current value even if nobody can choose it any more. */
export function choicesOf(choices: readonly Choice[] | undefined, value: string, empty: string) {
  const isKnown = value === '' || choices?.some(({ id }) => String(id) === value) === true;
  return [
    { value: '', label: empty },
    ...(isKnown ? [] : [{ value, label: choices === undefined ? '…' : value }]),
    ...(choices ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ];
}
