export { parseMailAddress, toHeaderText } from './address.ts';
export {
  checkMailServer,
  LONGEST_SENDING_MS,
  type Mail,
  MailError,
  sendMail,
  sendsMail,
} from './transport.ts';
