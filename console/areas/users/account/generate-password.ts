/** Without characters that are mistaken for others when a password is read out or copied by hand. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** A password of 20 characters in groups, such as k7Rmp-2xHwa-QeT9d-n4VbY: more than 110 bits. */
export const generatePassword = (): string =>
  Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, pickLetter).join('')).join('-');

function pickLetter(): string {
  const byte = new Uint8Array(1);
  // Beyond the last whole multiple, some letters would be more likely.
  const limit = 256 - (256 % LETTERS.length);
  do crypto.getRandomValues(byte);
  while (byte[0]! >= limit);
  return LETTERS[byte[0]! % LETTERS.length]!;
}
