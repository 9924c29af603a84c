import { body, id, optional, reference, Type } from '../../../core/http/schema.ts';

const LEVEL = 'Level: 629 A1, 630 A2, 631 B1, 632 B2, 633 C1, 634 C2, 635 native speaker.';

export const LanguageCreate = body('CandidateLanguageDto', {
  languageId: reference('language', 'Language (GET /masterdata/languages).', { examples: [25] }),
  languageLevelId: optional(reference('language level', LEVEL, { examples: [632] })),
  levelId: optional(reference('language level', 'Alias of languageLevelId.', { examples: [632] })),
});

export const LanguageLevelChange = body('CandidateLanguageLevelDto', {
  levelId: reference('language level', LEVEL, { examples: [633] }),
});

export const LanguagePath = Type.Object({
  candidateId: id('Id of the candidate.'),
  languageId: id('Catalog id of the language, not the id of the assignment.'),
});
