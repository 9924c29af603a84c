import { findRecognition, INSTALL_RECOGNITION } from '../core/recognition/packages.ts';
import { choice } from './values.ts';

export const RECOGNITION_SETTINGS = [
  {
    name: 'CV_OCR',
    key: 'recognizesText',
    default: 'off',
    meaning:
      'on recognizes the text of scans and pictures when CVs are read in the background. It needs packages that a production installation has only if you ask for them.',
    limits: 'on, off',
    read(text: string | undefined) {
      if (choice(text, 'off', ['on', 'off']) === 'off') return false;
      const found = findRecognition();
      if ('missing' in found)
        throw new Error(
          `needs packages that are not installed: ${found.missing.join(', ')}. ${INSTALL_RECOGNITION}`,
        );
      return true;
    },
  },
] as const;
