import { body } from '../../../core/http/schema.ts';
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
