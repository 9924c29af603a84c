export { parseMailAddress } from './address.ts';
export { MailError } from './failure.ts';
export {
  checkMailServer,
  LONGEST_SENDING_MS,
  type Mail,
  sendMail,
  sendsMail,
} from './transport.ts';
