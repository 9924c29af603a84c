import type { Role } from '../../users/index.ts';

export interface DemoUser {
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  /** Indexes into BRANCHES, the primary branch first. */
  branches: readonly number[];
  /** Name of each licence and the days until it expires, or null if it never expires. */
  licences: readonly (readonly [string, number | null])[];
  sinceDays: number;
}

/** The first user is the administrator. */
export const USERS: readonly DemoUser[] = [
  {
    firstName: 'Katharina',
    lastName: 'Brandt',
    email: 'katharina.brandt@example.org',
    role: 'admin',
    branches: [0, 1, 2, 3],
    licences: [
      ['Recruiting', 365],
      ['Administration', null],
    ],
    sinceDays: 700,
  },
  {
    firstName: 'Jonas',
    lastName: 'Petersen',
    email: 'jonas.petersen@example.org',
    role: 'recruiter',
    branches: [1],
    licences: [['Recruiting', 365]],
    sinceDays: 610,
  },
  {
    firstName: 'Elif',
    lastName: 'Aydın',
    email: 'elif.aydin@example.org',
    role: 'recruiter',
    branches: [0],
    licences: [
      ['Recruiting', 365],
      ['CV-Parsing', 120],
    ],
    sinceDays: 540,
  },
  {
    firstName: 'Maximilian',
    lastName: 'Huber',
    email: 'maximilian.huber@example.org',
    role: 'recruiter',
    branches: [2],
    licences: [['Recruiting', 200]],
    sinceDays: 430,
  },
  {
    firstName: 'Agnieszka',
    lastName: 'Kowalczyk',
    email: 'agnieszka.kowalczyk@example.org',
    role: 'recruiter',
    branches: [3, 0],
    licences: [],
    sinceDays: 320,
  },
  {
    firstName: 'Thomas',
    lastName: 'Schreiber',
    email: 'thomas.schreiber@example.org',
    role: 'viewer',
    branches: [0],
    licences: [],
    sinceDays: 150,
  },
  {
    firstName: 'Sabine',
    lastName: 'Vogel',
    email: 'sabine.vogel@example.org',
    role: 'branchManager',
    branches: [0],
    licences: [['Recruiting', 365]],
    sinceDays: 650,
  },
  {
    firstName: 'Mehmet',
    lastName: 'Yıldız',
    email: 'mehmet.yildiz@example.org',
    role: 'integrator',
    branches: [0],
    licences: [],
    sinceDays: 280,
  },
  {
    firstName: 'Johanna',
    lastName: 'Reuter',
    email: 'johanna.reuter@example.org',
    role: 'dataProtection',
    branches: [0],
    licences: [],
    sinceDays: 400,
  },
];

/** One user of each role, who gets a password. The administrator comes first. */
export const CONSOLE_USERS: readonly DemoUser[] = USERS.filter(
  ({ role }, index) => USERS.findIndex((user) => user.role === role) === index,
);

/** The recruiters responsible for a branch, as indexes into USERS. */
export function recruitersOf(branch: number): number[] {
  return USERS.flatMap((user, index) =>
    user.role === 'recruiter' && user.branches.includes(branch) ? [index] : [],
  );
}
