import { body, fileName, optional, upload } from '../../../core/http/schema.ts';

export const MAXIMUM_PICTURE_BYTES = 10 * 1024 * 1024;

export const PictureCreate = body('CandidatePictureCreateDto', {
  picture: upload(
    'JPEG, PNG, or WebP image as Base64, with or without a data URL prefix. At most 10 MB (10,485,760 bytes).',
  ),
  filename: optional(fileName('ada.jpg')),
});
