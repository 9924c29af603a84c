import { composeHead, fullNameOf } from './compose-head.ts';
import { type Composition, composeSections, label } from './compose-sections.ts';
import type { SampleDocument } from './document.ts';
import type { Layout } from './layouts.ts';
import type { SamplePerson } from './person.ts';

/** The CV of a person in a layout. `seed` chooses wordings. */
export function compose(person: SamplePerson, layout: Layout, seed: number): SampleDocument {
  const composition: Composition = { person, layout, seed };
  const { language } = person;
  const main = layout.main.filter((section) => section !== 'personal' || hasPersonal(layout));
  const { side } = layout;
  return {
    head: composeHead(composition),
    main: composeSections(composition, main),
    side: side && { place: side.place, blocks: composeSections(composition, side.sections) },
    photo: layout.photo ?? false,
    pageHeader: layout.furniture
      ? `${label(language, 'Lebenslauf', 'Curriculum Vitae')} ${fullNameOf(person)}`
      : undefined,
    pageFooter: layout.furniture ? (page) => `${label(language, 'Seite', 'Page')} ${page}` : undefined,
  };
}

/** Whether the CV has date of birth and nationality. */
export function hasPersonal(layout: Layout): boolean {
  return (
    layout.header === 'europass' || [...layout.main, ...(layout.side?.sections ?? [])].includes('personal')
  );
}
