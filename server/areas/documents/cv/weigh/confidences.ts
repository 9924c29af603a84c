import type { ValueKind } from './levels.ts';

// Written by npm run bench:cv-confidence -- --write. docs/adr/0024-sure-or-proposed.md has the measurements.

/** For each kind of value, the share of right ones by level (levels.ts). */
export const CONFIDENCES: Readonly<Record<ValueKind, readonly number[]>> = {
  email: [0.995, 0.94, 0.5],
  phone: [0.995, 0.5, 0.5],
  address: [0.99, 0.5, 0.5, 0.5],
  birthDate: [0.99, 0.75],
  birthPlace: [0.97, 0.7],
  nationality: [0.99, 0.5],
  academicTitle: [0.975, 0.83],
  job: [0.985, 0.98, 0.88, 0.88, 0.565, 0.29],
  professionEducation: [0.995, 0.89, 0.89, 0.485],
  schoolEducation: [0.99, 0.64, 0.405],
  furtherTraining: [0.985, 0.5, 0.875, 0.73],
  language: [0.995, 0.925, 0.685, 0.685],
  licence: [0.995, 0.935, 0.21],
  qualification: [0.995, 0.985, 0.845, 0.5],
  keyword: [0.98, 0.75],
};
