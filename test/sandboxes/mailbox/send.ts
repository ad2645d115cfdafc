import { json, type SandboxCall, type Reply } from '../kit.ts';
import { sendEmailSchema } from './entities.ts';
import type { MailboxStore } from './store.ts';

const statuses: Record<string, number> = {
  BadRequestException: 400,
  MessageRejected: 400,
  AccountSuspendedException: 400,
  MailFromDomainNotVerifiedException: 400,
  SendingPausedException: 400,
  LimitExceededException: 400,
  TooManyRequestsException: 429,
};

/** The error's name is in a header and in the body. */
type Refused = { status?: number | undefined; code?: string | undefined; message?: string };

export function refuse({ status, code, message }: Refused): Reply {
  const type = code ?? ((status ?? 500) >= 500 ? 'InternalServiceErrorException' : 'BadRequestException');
  return json(
    status ?? statuses[type] ?? 500,
    { message: message ?? `Refused: ${type}` },
    { 'x-amzn-errortype': type },
  );
}

/** `POST /v2/email/outbound-emails` */
export function sendEmail(store: MailboxStore, call: SandboxCall): Reply {
  const signed = (call.headers['authorization'] ?? '').startsWith('AWS4-HMAC-SHA256 ');
  if (!signed) return refuse({ status: 403, code: 'MissingAuthenticationTokenException' });
  const asked = sendEmailSchema.safeParse(call.body);
  if (!asked.success) {
    const isAddress = asked.error.issues.some(({ path }) => path.includes('ToAddresses'));
    return refuse({ code: 'BadRequestException', ...(isAddress && { message: "Missing final '@domain'" }) });
  }
  const { FromEmailAddress: from, Destination, Content } = asked.data;
  const { Subject, Body } = Content.Simple;
  const [first] = Destination.ToAddresses.map((to) =>
    store.add({ from, to, subject: Subject.Data, text: Body.Text.Data, html: Body.Html.Data }),
  );
  return json(200, { MessageId: first?.id });
}
