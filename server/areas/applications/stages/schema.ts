import { body, id, longText, oneOf, optional, Type } from '../../../core/http/schema.ts';
import { APPLICATION_STAGES } from '../../candidates/index.ts';

export const ApplicationPath = Type.Object({ id: id('Id of the application.') });

export const StageUpdate = body('ApplicationStageUpdateDto', {
  stage: oneOf([...APPLICATION_STAGES], 'The stage to move the application to.', { examples: ['interview'] }),
  reason: optional(
    longText(
      'Why the application is moved. With hired and rejected, it is also the comment of the status entry.',
      { examples: ['Phone call on Monday, available from May'] },
    ),
  ),
});
