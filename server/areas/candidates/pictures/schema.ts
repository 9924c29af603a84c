import { body, line, optional, upload } from '../../../core/http/schema.ts';

export const MAXIMUM_PICTURE_BYTES = 10 * 1024 * 1024;

export const PictureCreate = body('CandidatePictureCreateDto', {
  picture: upload(
    'The image as Base64, with or without a data URL prefix: JPEG, PNG or WebP, at most 10 MB (10,485,760 bytes).',
  ),
  filename: optional(
    line('File name; directories and control characters are removed.', { examples: ['ada.jpg'] }),
  ),
});
