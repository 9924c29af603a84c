import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../core/api/call.ts';
import { type Field, withLimits } from '../../../core/forms/fields.ts';
import { RecordForm } from '../../../core/forms/form-part.tsx';
import type { Limits } from '../../../core/forms/limits.ts';
import { useAddition } from '../../../core/forms/use-addition.ts';
import { useReturnedFocus } from '../../../core/forms/use-returned-focus.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import type { EditableList } from '../../../core/paths.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { listEntryCreateLimits } from '../../../generated/limits.ts';
import { listEntryCreate } from '../../../generated/operations.ts';
import type { SchemaListEntryCreateDto } from '../../../generated/types.ts';
import { nameIn } from './entries.ts';
import classes from './page.module.css';

/** The names of an entry, that in the language of the user first. */
export function useNameFields(limits: Limits): readonly Field[] {
  const { language, texts } = useLanguage();
  const { lists } = texts;
  const fields: readonly Field[] = [
    { property: 'nameDe', label: lists.nameDe, kind: 'text' },
    { property: 'nameEn', label: lists.nameEn, kind: 'text' },
  ];
  return withLimits(language === 'de' ? fields : fields.toReversed(), limits);
}

interface AddEntryProps {
  list: EditableList;
  /** Makes the list show the new entry, whatever it is filtered by. */
  onAdded: () => void;
}

/** A button that opens a form, which adds an entry to the list. */
export function AddEntry({ list, onAdded }: AddEntryProps) {
  const { lists } = useTexts();
  const { language } = useLanguage();
  const show = useMessages();
  const queryClient = useQueryClient();
  const addition = useAddition({
    name: `listEntry-${list}-new`,
    fields: useNameFields(listEntryCreateLimits),
    add: (body, idempotencyKey) =>
      call(listEntryCreate, {
        path: { list },
        body: body as unknown as SchemaListEntryCreateDto,
        idempotencyKey,
      }),
    async onAdded(_, body) {
      onAdded();
      await queryClient.invalidateQueries({ queryKey: ['masterdata', list] });
      show({ text: lists.added(nameIn(language, body as unknown as SchemaListEntryCreateDto)) });
    },
  });
  const isOpen = addition.form !== undefined;
  const button = useReturnedFocus(isOpen);
  if (!isOpen)
    return (
      <Button ref={button} onClick={addition.open}>
        {lists.add}
      </Button>
    );
  return (
    <section className={classes.addition} aria-label={lists.add}>
      <p className={classes.quiet}>{lists.unique}</p>
      <RecordForm form={addition} title={lists.add} />
    </section>
  );
}
