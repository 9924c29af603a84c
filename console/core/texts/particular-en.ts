import type { PARTICULAR_DE } from './particular-de.ts';

export const PARTICULAR_EN: typeof PARTICULAR_DE = {
  'nameDe duplicate': 'Another entry of the list already has this name, perhaps a retired one.',
  'nameEn duplicate': 'Another entry of the list already has this name, perhaps a retired one.',
  'subject unknownReference': 'The subject has a placeholder that does not exist.',
  'body unknownReference': 'The text has a placeholder that does not exist.',
  'subject format': 'The subject has an incomplete placeholder. Write it like {{company}}.',
  'body format': 'The text has an incomplete placeholder. Write it like {{company}}.',
  'color range': 'White text is not readable on this color. Choose a darker shade.',
  'customerRequestId type':
    'The number of a request has only digits. It is shown on the page of the request.',
  'customerRequestId range': 'There is no request with this number.',
  'customerRequestId unknownReference': 'There is no request with this number.',
};
