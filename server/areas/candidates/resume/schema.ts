import { body } from '../../../core/http/schema.ts';
import { written } from '../fields.ts';
import { RESUME } from './fields.ts';

export const JobCreate = body('EmployerCreateDto', written(RESUME.resume_job));
export const FurtherTrainingCreate = body('CandidateFurtherTrainingDto', written(RESUME.resume_education));
export const ProfessionalTrainingCreate = body(
  'CandidateProfessionalTrainingDto',
  written(RESUME.resume_profession_education),
);
export const SchoolEducationCreate = body('CandidateEducationDto', written(RESUME.resume_school_education));
