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
export function refuse({ status, code }: { status?: number | undefined; code?: string | undefined }): Reply {
  const type = code ?? ((status ?? 500) >= 500 ? 'InternalServiceErrorException' : 'BadRequestException');
  return json(status ?? statuses[type] ?? 500, { message: `Refused: ${type}` }, { 'x-amzn-errortype': type });
}

/** `POST /v2/email/outbound-emails` */
export function sendEmail(store: MailboxStore, call: SandboxCall): Reply {
  const signed = (call.headers['authorization'] ?? '').startsWith('AWS4-HMAC-SHA256 ');
  if (!signed) return refuse({ status: 403, code: 'MissingAuthenticationTokenException' });
  const asked = sendEmailSchema.safeParse(call.body);
  if (!asked.success) return refuse({ code: 'BadRequestException' });
  const { FromEmailAddress: from, Destination, Content } = asked.data;
  const { Subject, Body } = Content.Simple;
  const [first] = Destination.ToAddresses.map((to) =>
    store.add({ from, to, subject: Subject.Data, text: Body.Text.Data }),
  );
  return json(200, { MessageId: first?.id });
}
