import { body, filled, id, line, oneOf, optional, Type } from '../../../core/http/schema.ts';
import { PASSWORD_LENGTH } from '../../users/index.ts';

export const UserPath = Type.Object({ userId: id('Id of the user.') });

export const PasswordReset = body('PasswordResetRequest', {
  email: filled('Email address that the user signs in with, in any case.', {
    maxLength: 320,
    examples: ['eva.kern@example.com'],
  }),
  language: optional(
    oneOf(['de', 'en'], 'Language of the mail. Default: the preference in Accept-Language.'),
  ),
});

export const PasswordByToken = body('PasswordByTokenRequest', {
  token: filled('The token in the fragment of the link.', { maxLength: 100, verbatim: true }),
  newPassword: line(
    `The new password: ${PASSWORD_LENGTH.minimum} to ${PASSWORD_LENGTH.maximum} characters.`,
    {
      minLength: PASSWORD_LENGTH.minimum,
      maxLength: PASSWORD_LENGTH.maximum,
      verbatim: true,
      examples: ['correct horse battery'],
    },
  ),
});
