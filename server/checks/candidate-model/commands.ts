import fc from 'fast-check';
import { addOnce, append, type Command, remove } from './call.ts';
import {
  addChannel,
  addKeyword,
  applyFor,
  attach,
  qualify,
  setLanguageLevel,
  setPicture,
  upload,
} from './part-commands.ts';
import {
  type Change,
  change,
  create,
  erase,
  setContract,
  setEndOfOperation,
  setStatus,
} from './profile-commands.ts';

const GERMANY = 276;
const AUSTRIA = 40;

const word = fc.constantFrom('Ada', 'Ben', 'Çağla', 'Dörte', "O'Neil", 'Łucja', '李雷', 'x'.repeat(100));
const choice = fc.nat({ max: 26 });

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const defined = <T extends object>(value: T): T => JSON.parse(JSON.stringify(value));

const changes: fc.Arbitrary<Change> = fc
  .record({
    title: sometimes(maybe(fc.constantFrom('Dr.', 'Prof.'))),
    contact: sometimes(
      maybe(
        fc.record({
          email: sometimes(maybe(fc.constantFrom('a@example.org', 'B@example.org'))),
          mobile: sometimes(maybe(fc.constant('0151 23456789'))),
          phone: sometimes(maybe(fc.constantFrom('030 901820', '+49 89 2180-0'))),
        }),
      ),
    ),
    location: sometimes(
      maybe(
        fc.record({
          street: sometimes(maybe(fc.constantFrom('Ring 7', 'Am Markt', 'Hauptstraße 12a'))),
          city: sometimes(maybe(fc.constantFrom('Berlin', 'Wien'))),
          countryId: sometimes(maybe(fc.constantFrom(GERMANY, AUSTRIA))),
        }),
      ),
    ),
    availability: sometimes(
      fc.record({
        weeklyHours: sometimes(maybe(fc.constantFrom(20, 38.5))),
        hasCar: sometimes(maybe(fc.boolean())),
      }),
    ),
  })
  .map(defined);

// Few values, so that sequences meet existing entries: most rules are about those.
const LANGUAGES = fc.constantFrom(1, 25);
const LEVELS = fc.constantFrom(629, 635);
const LICENCES = fc.constantFrom(326, 339);
const PROFESSIONS = fc.constantFrom(4702, 27449);
const QUALIFICATIONS = fc.constantFrom(1, 2);
const DAY = fc.constantFrom('2015-03-01', '2019-07-31');

export const commands: fc.Arbitrary<Command>[] = [
  fc.tuple(word, word).map(([first, last]) => create(first, last)),
  fc.tuple(choice, changes).map(([at, body]) => change(at, body)),
  fc.tuple(choice, changes).map(([at, body]) => change(at, body)),
  fc
    .tuple(choice, LANGUAGES, maybe(LEVELS))
    .map(([at, key, level]) =>
      addOnce(
        'language',
        at,
        'languages',
        { languageId: key, languageLevelId: level },
        key,
        level,
        (c) => c.languages,
      ),
    ),
  fc.tuple(choice, LANGUAGES, LEVELS).map(([at, key, level]) => setLanguageLevel(at, key, level)),
  fc
    .tuple(choice, LANGUAGES)
    .map(([at, key]) => remove('no language', at, 'languages', key, (c) => c.languages)),
  fc
    .tuple(choice, LICENCES, maybe(DAY))
    .map(([at, key, day]) =>
      addOnce(
        'licence',
        at,
        'driverslicences',
        { driversLicenseId: key, validUntil: day },
        key,
        day,
        (c) => c.driversLicences,
      ),
    ),
  fc
    .tuple(choice, LICENCES)
    .map(([at, key]) => remove('no licence', at, 'driverslicences', key, (c) => c.driversLicences)),
  fc
    .tuple(choice, PROFESSIONS)
    .map(([at, key]) =>
      addOnce('profession', at, 'professions', { professionId: key }, key, false, (c) => c.professions),
    ),
  fc
    .tuple(choice, PROFESSIONS)
    .map(([at, key]) => remove('no profession', at, 'professions', key, (c) => c.professions)),
  fc
    .tuple(choice, QUALIFICATIONS, maybe(fc.constantFrom(1, 5)))
    .map(([at, key, score]) => qualify(at, key, score)),
  fc
    .tuple(choice, QUALIFICATIONS)
    .map(([at, key]) => remove('no qualification', at, 'qualifications', key, (c) => c.qualifications)),
  fc
    .tuple(choice, fc.constantFrom('Lager', 'LAGER', 'Nacht'))
    .map(([at, keyword]) => addKeyword(at, keyword)),
  fc.tuple(choice, fc.constantFrom(23, 2003, 2004, 2005)).map(([at, statusId]) => setStatus(at, statusId)),
  fc
    .tuple(choice, word, maybe(fc.constant('2015-03-01')), maybe(fc.constant('2019-07-31')))
    .map(([at, employer, fromDate, untilDate]) =>
      append('job', at, 'resume/jobs', { employer, position: 'P', fromDate, untilDate }, (c) =>
        c.jobs.push({ employer, position: 'P', fromDate, untilDate }),
      ),
    ),
  fc
    .tuple(choice, word)
    .map(([at, school]) =>
      append('school', at, 'resume/schooleducations', { school }, (c) => c.schools.push(school)),
    ),
  fc
    .tuple(choice, word)
    .map(([at, title]) =>
      append('training', at, 'resume/educations', { title }, (c) => c.trainings.push(title)),
    ),
  fc
    .tuple(choice, word)
    .map(([at, institution]) =>
      append('study', at, 'resume/professioneducations', { institution, profession: 'P' }, (c) =>
        c.professionEducations.push(institution),
      ),
    ),
  fc
    .tuple(
      choice,
      fc
        .record({
          isWorkContractSigned: sometimes(fc.boolean()),
          didNotShowUpForWork: sometimes(fc.boolean()),
        })
        .map(defined),
    )
    .map(([at, body]) => setContract(at, body)),
  fc
    .tuple(choice, maybe(fc.constant('2026-08-31T22:00:00.000Z')))
    .map(([at, end]) => setEndOfOperation(at, end)),
  fc
    .tuple(choice, word)
    .map(([at, subject]) =>
      append('communication', at, 'communications', { communicationTypeId: 1, subject }, (c) =>
        c.communications.push(subject),
      ),
    ),
  fc
    .tuple(choice, fc.constantFrom('a@example.org', 'b@example.org'))
    .map(([at, address]) => addChannel(at, 'email', address)),
  fc
    .tuple(choice, fc.constantFrom('sms' as const, 'whatsapp' as const), fc.constant('0151 23456789'))
    .map(([at, kind, address]) => addChannel(at, kind, address)),
  fc
    .tuple(choice, fc.constantFrom('cv.txt', 'zeugnis.txt'), fc.constantFrom('cv', 'other', 'Work-Permit'))
    .map(([at, filename, category]) => upload(at, filename, category)),
  fc.tuple(choice, maybe(word)).map(([at, message]) => applyFor(at, message)),
  choice.map(setPicture),
  choice.map(attach),
  choice.map(erase),
];
