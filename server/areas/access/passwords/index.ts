export { composePasswordMail, PASSWORD_LINK } from './compose.ts';
export { passwordEndpoints } from './endpoints.ts';
export { createInvitationLink } from './invite.ts';
export { passwordRoutes } from './page.ts';
export { PREPARE_RESET, sweepPasswordLinks } from './queries.ts';
export { passwordResetTask } from './reset.ts';
