import { body, id, partial, Type } from '../../../core/http/schema.ts';
import { requestProperties } from '../fields.ts';
import { RESUME } from './fields.ts';

export const JobCreate = body('EmployerCreateDto', requestProperties(RESUME.resume_job));
export const FurtherTrainingCreate = body(
  'CandidateFurtherTrainingDto',
  requestProperties(RESUME.resume_education),
);
export const ProfessionalTrainingCreate = body(
  'CandidateProfessionalTrainingDto',
  requestProperties(RESUME.resume_profession_education),
);
export const SchoolEducationCreate = body(
  'CandidateEducationDto',
  requestProperties(RESUME.resume_school_education),
);

export const JobChange = partial('EmployerChangeDto', requestProperties(RESUME.resume_job));
export const FurtherTrainingChange = partial(
  'CandidateFurtherTrainingChangeDto',
  requestProperties(RESUME.resume_education),
);
export const ProfessionalTrainingChange = partial(
  'CandidateProfessionalTrainingChangeDto',
  requestProperties(RESUME.resume_profession_education),
);
export const SchoolEducationChange = partial(
  'CandidateEducationChangeDto',
  requestProperties(RESUME.resume_school_education),
);

const candidateId = id('Id of the candidate.');
const entryId = id('Id of the entry, as the candidate shows it.');
export const JobPath = Type.Object({ candidateId, resumeJobId: entryId });
export const FurtherTrainingPath = Type.Object({ candidateId, resumeEducationId: entryId });
export const ProfessionalTrainingPath = Type.Object({ candidateId, resumeProfessionEducationId: entryId });
export const SchoolEducationPath = Type.Object({ candidateId, resumeSchoolEducationId: entryId });
