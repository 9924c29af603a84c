import type { Block, SampleDocument, SampleLanguage } from './document.ts';
import type { DateStyle, Layout, Section } from './layouts.ts';
import type { Months, SampleEntry, SamplePerson } from './person.ts';

const HEADINGS: Record<SampleLanguage, Record<Section, readonly string[]>> = {
  de: {
    profile: ['Profil', 'Über mich', 'Kurzprofil'],
    jobs: [
      'Berufserfahrung',
      'Beruflicher Werdegang',
      'Berufliche Erfahrung',
      'Berufspraxis',
      'Beruflicher Werdegang',
    ],
    training: ['Ausbildung', 'Berufsausbildung', 'Ausbildung / Studium'],
    school: ['Schulbildung', 'Schulische Ausbildung', 'Schule'],
    education: ['Ausbildung', 'Bildungsweg', 'Schul- und Berufsausbildung'],
    courses: ['Weiterbildung', 'Fort- und Weiterbildungen', 'Weiterbildungen', 'Zertifikate und Lehrgänge'],
    languages: ['Sprachen', 'Sprachkenntnisse', 'Fremdsprachen'],
    skills: ['Kenntnisse', 'Fähigkeiten', 'EDV-Kenntnisse', 'Qualifikationen'],
    licences: ['Führerschein', 'Führerscheine'],
    interests: ['Interessen', 'Hobbys', 'Freizeit'],
    personal: ['Persönliche Daten', 'Angaben zur Person', 'Zur Person'],
    contact: ['Kontakt', 'Kontaktdaten'],
  },
  en: {
    profile: ['Profile', 'Summary', 'Personal Statement', 'About me'],
    jobs: [
      'Work Experience',
      'Experience',
      'Employment History',
      'Professional Experience',
      'Career History',
    ],
    training: ['Vocational Training', 'Professional Education', 'Further and Higher Education'],
    school: ['School', 'School Education', 'Secondary Education'],
    education: ['Education', 'Education and Training', 'Academic Background'],
    courses: ['Courses', 'Certifications', 'Training Courses', 'Professional Development'],
    languages: ['Languages', 'Language Skills'],
    skills: ['Skills', 'Key Skills', 'Core Competencies'],
    licences: ['Driving Licence', 'Licences'],
    interests: ['Interests', 'Hobbies and Interests'],
    personal: ['Personal Details', 'Personal Information'],
    contact: ['Contact', 'Contact Details'],
  },
};
const COUNTRIES: Record<SamplePerson['country'], Record<SampleLanguage, string>> = {
  de: { de: 'Deutschland', en: 'Germany' },
  at: { de: 'Österreich', en: 'Austria' },
  ch: { de: 'Schweiz', en: 'Switzerland' },
  gb: { de: 'Großbritannien', en: 'United Kingdom' },
  us: { de: 'USA', en: 'USA' },
};
const MONTHS: Record<SampleLanguage, string[]> = {
  de: [
    'Januar',
    'Februar',
    'März',
    'April',
    'Mai',
    'Juni',
    'Juli',
    'August',
    'September',
    'Oktober',
    'November',
    'Dezember',
  ],
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
};
const SHORT_MONTHS_DE = [
  'Jan.',
  'Feb.',
  'März',
  'Apr.',
  'Mai',
  'Juni',
  'Juli',
  'Aug.',
  'Sept.',
  'Okt.',
  'Nov.',
  'Dez.',
];

const two = (value: number) => String(value).padStart(2, '0');

function dateText(month: number, style: DateStyle, language: SampleLanguage, isEnd: boolean): string {
  const year = Math.floor(month / 12);
  const index = month % 12;
  switch (style) {
    case 'years':
      return String(year);
    case 'numericTo':
      return `${two(index + 1)}.${year}`;
    case 'full': {
      const day = isEnd ? new Date(Date.UTC(year, index + 1, 0)).getUTCDate() : 1;
      return language === 'de'
        ? `${two(day)}.${two(index + 1)}.${year}`
        : `${two(day)}/${two(index + 1)}/${year}`;
    }
    case 'monthName':
      return `${MONTHS[language][index]} ${year}`;
    case 'shortMonth':
      return `${language === 'de' ? SHORT_MONTHS_DE[index] : MONTHS.en[index]!.slice(0, 3)} ${year}`;
    default:
      return `${two(index + 1)}/${year}`;
  }
}

function periodText(
  { from, until }: Months,
  style: DateStyle,
  language: SampleLanguage,
  seed: number,
): string {
  if (Number.isNaN(from)) return dateText(until!, style, language, true);
  const open = language === 'de' ? ['heute', 'aktuell', 'dato'] : ['present', 'Present', 'today'];
  const start = dateText(from, style, language, false);
  if (until === undefined && style === 'since') return language === 'de' ? `seit ${start}` : `since ${start}`;
  const joint =
    style === 'padded' || style === 'full'
      ? ' - '
      : style === 'numericTo'
        ? language === 'de'
          ? ' bis '
          : ' to '
        : style === 'years'
          ? '–'
          : ' – ';
  return `${start}${joint === '–' && until === undefined ? ' – ' : joint}${until === undefined ? open[seed % open.length] : dateText(until, style, language, true)}`;
}

/** The CV of a person in a layout. `seed` chooses wordings. */
export function compose(person: SamplePerson, layout: Layout, seed: number): SampleDocument {
  const { language } = person;
  const heading = (section: Section, variant = seed): Block => {
    const texts = HEADINGS[language][section];
    return { kind: 'heading', text: texts[variant % texts.length]!, style: layout.heading };
  };
  const sign = ['•', '-', '–', '·'][seed % 4]!;
  const entries = (list: readonly SampleEntry[]): Block[] =>
    list.flatMap((entry) =>
      layout.entry({
        entry: layout.hidesCity ? { ...entry, city: undefined } : entry,
        dates: periodText(entry.months, layout.dates, language, seed),
        language,
        sign,
      }),
    );
  const cityLine =
    person.country === 'us'
      ? `${person.city}, ${person.state} ${person.zipCode}`
      : person.country === 'gb'
        ? `${person.city} ${person.zipCode}`
        : `${person.country === 'at' && seed % 2 === 0 ? 'A-' : person.country === 'ch' && seed % 2 === 0 ? 'CH-' : ''}${person.zipCode} ${person.city}`;
  const streetLine =
    person.country === 'gb' || person.country === 'us'
      ? `${person.streetNumber} ${person.street}`
      : `${person.street} ${person.streetNumber}`;
  const country = COUNTRIES[person.country][language];
  const fullName = [person.title, person.firstName, person.lastName].filter(Boolean).join(' ');
  const label = (de: string, en: string) => (language === 'de' ? de : en);
  const birth = person.birthDate
    ?.split('-')
    .reverse()
    .join(language === 'de' ? '.' : '/');
  const hasContactSection = [...layout.main, ...(layout.side?.sections ?? [])].includes('contact');
  const contactLines = [
    streetLine,
    cityLine,
    ...(person.country === 'de' ? [] : [country]),
    ...person.phones.map((phone, index) =>
      seed % 3 === 0
        ? phone
        : `${index === 0 ? label('Mobil', 'Mobile') : label('Telefon', 'Phone')}: ${phone}`,
    ),
    seed % 3 === 1 ? `E-Mail: ${person.email}` : person.email,
  ];

  const bodies: Record<Section, () => Block[]> = {
    profile: () => [{ kind: 'line', text: person.profile }],
    jobs: () => entries(person.jobs),
    training: () => entries(person.trainings),
    school: () => entries(person.schools),
    education: () => entries([...person.trainings, ...person.schools]),
    courses: () => entries(person.courses),
    languages: () => languageBlocks(person, layout),
    skills: () =>
      [...person.qualifications.map(({ text }) => text), ...person.skills].map(
        (text): Block =>
          layout.heading === 'colon' ? { kind: 'line', text } : { kind: 'bullet', text, sign },
      ),
    licences: () =>
      person.licence === undefined
        ? []
        : [
            {
              kind: 'line',
              text:
                layout.key === 'europass'
                  ? `${label('Führerschein', 'Driving licence')}: ${person.licence.text}`
                  : person.licence.text,
            },
          ],
    interests: () => [{ kind: 'line', text: person.interests.join(', ') }],
    contact: () => contactLines.map((text): Block => ({ kind: 'line', text })),
    personal: () => {
      const facts: [string, string | undefined][] = [
        [label('Geburtsdatum', 'Date of birth'), birth],
        [label('Geburtsort', 'Place of birth'), birth === undefined ? undefined : person.birthPlace],
        [label('Staatsangehörigkeit', 'Nationality'), person.nationality?.text],
        [label('Familienstand', 'Marital status'), label('ledig', 'single')],
      ];
      if (layout.side?.sections.includes('personal') && birth !== undefined) {
        return [
          {
            kind: 'line',
            text: label(
              `geb. am ${birth}${person.birthPlace ? ` in ${person.birthPlace}` : ''}`,
              `born ${birth}`,
            ),
          },
          ...(person.nationality === undefined
            ? []
            : [
                {
                  kind: 'line',
                  text: `${label('Nationalität', 'Nationality')}: ${person.nationality.text}`,
                } as Block,
              ]),
        ];
      }
      return facts
        .filter(([, text]) => text !== undefined)
        .map(([name, text]): Block => ({ kind: 'row', cells: [`${name}:`, text!], widths: [0.3, 0.7] }));
    },
  };
  const sections = (list: readonly Section[]): Block[] =>
    list.flatMap((section, index) => {
      const body = bodies[section]();
      return body.length === 0 ? [] : [heading(section, seed + index), ...body, { kind: 'gap' } as Block];
    });

  const head: Block[] = [];
  const title = label('Lebenslauf', 'Curriculum Vitae');
  const centered = layout.header === 'centered';
  if (layout.header === 'titled')
    head.push({ kind: 'title', text: title }, { kind: 'line', text: fullName, bold: true });
  else if (layout.header === 'labelled') {
    head.push({ kind: 'title', text: title }, heading('personal'));
    const rows: [string, string][] = [
      ['Name:', fullName],
      ['Anschrift:', `${streetLine}, ${cityLine}`],
      ...(person.country === 'de' ? [] : [['Land:', country] as [string, string]]),
      ['Telefon:', person.phones.join(', ')],
      ['E-Mail:', person.email],
    ];
    head.push(...rows.map((cells): Block => ({ kind: 'row', cells, widths: [0.3, 0.7] })));
  } else if (layout.header === 'europass') {
    head.push(
      { kind: 'title', text: label('Europass Lebenslauf', 'Europass Curriculum Vitae') },
      heading('personal'),
    );
    const rows: [string, string | undefined][] = [
      [
        label('Nachname / Vorname', 'Surname / First name'),
        `${person.lastName}, ${[person.title, person.firstName].filter(Boolean).join(' ')}`,
      ],
      [label('Adresse', 'Address'), `${streetLine}, ${cityLine}, ${country}`],
      [label('Telefon', 'Telephone'), person.phones.join(', ')],
      ['E-Mail', person.email],
      [label('Staatsangehörigkeit', 'Nationality'), person.nationality?.text],
      [label('Geburtsdatum', 'Date of birth'), birth],
    ];
    head.push(
      ...rows
        .filter(([, text]) => text !== undefined)
        .map((cells): Block => ({ kind: 'row', cells: cells as string[], widths: [0.32, 0.68] })),
    );
  } else head.push({ kind: 'title', text: fullName, centered });
  if (!hasContactSection && !['labelled', 'europass'].includes(layout.header)) {
    if (layout.header === 'oneLine')
      head.push({
        kind: 'line',
        text: [
          `${streetLine}, ${cityLine}`,
          ...(person.country === 'de' ? [] : [country]),
          ...person.phones,
          person.email,
        ].join(' | '),
        small: true,
      });
    else if (layout.header === 'twoColumns') {
      const left = [streetLine, cityLine, person.country === 'de' ? '' : country];
      const right = [...person.phones, person.email];
      for (let index = 0; index < Math.max(left.length, right.length); index++)
        if (left[index] || right[index])
          head.push({ kind: 'row', cells: [left[index] ?? '', right[index] ?? ''], widths: [0.55, 0.45] });
    } else if (centered)
      head.push(
        {
          kind: 'line',
          text: [streetLine, cityLine, ...(person.country === 'de' ? [] : [country])].join(', '),
          centered,
        },
        { kind: 'line', text: [...person.phones, person.email].join(' · '), centered },
      );
    else head.push(...contactLines.map((text): Block => ({ kind: 'line', text })));
  }
  head.push({ kind: 'gap' });
  return {
    head,
    main: sections(
      layout.main.filter((section) => !(section === 'personal' && !hasPersonal(person, layout))),
    ),
    side: layout.side && { place: layout.side.place, blocks: sections(layout.side.sections) },
    photo: layout.photo ?? false,
    pageHeader: layout.furniture ? `${title} ${fullName}` : undefined,
    pageFooter: layout.furniture ? (page) => `${label('Seite', 'Page')} ${page}` : undefined,
  };
}

/** Whether the CV tells birth and nationality. */
export function hasPersonal(_person: SamplePerson, layout: Layout): boolean {
  return (
    layout.header === 'europass' || [...layout.main, ...(layout.side?.sections ?? [])].includes('personal')
  );
}

function languageBlocks(person: SamplePerson, layout: Layout): Block[] {
  const { languages } = person;
  switch (layout.languageStyle) {
    case 'parentheses':
      return [{ kind: 'line', text: languages.map(({ name, level }) => `${name} (${level})`).join(', ') }];
    case 'colon':
      return languages.map(({ name, level }) => ({ kind: 'line', text: `${name}: ${level}` }));
    case 'dash':
      return languages.map(({ name, level }) => ({ kind: 'line', text: `${name} – ${level}` }));
    case 'row':
      return languages.map(({ name, level }) => ({
        kind: 'row',
        cells: [name, level],
        widths: [0.26, 0.74],
      }));
    case 'sentence':
      return [{ kind: 'line', text: languages.map(({ name, level }) => `${name} ${level}`).join(', ') }];
  }
}
