import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';

/** Text and HTML have the same content. */
export type Mail = { to: string; subject: string; text: string; html: string };

export type MailOutcome =
  | 'sent'
  /** The address is invalid; a retry does not help. */
  | 'refused'
  /** Not sent. */
  | 'unavailable'
  /** May have been sent. */
  | 'unknown';

export type SendMail = (mail: Mail) => Promise<MailOutcome>;

type Settings = { from: string; region: string; endpoint?: string | undefined };

/**
 * Makes one attempt per call, because a second one could send the mail twice.
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
 */
export function createEmail({ from, region, endpoint }: Settings): SendMail {
  const client = new SESv2Client({
    region,
    ...(endpoint && { endpoint }),
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 8_000, throwOnRequestTimeout: true },
  });
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
  return async ({ to, subject, text, html }) => {
    const command = new SendEmailCommand({
      FromEmailAddress: from,
      Destination: { ToAddresses: [to] },
      Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text), Html: utf8(html) } } },
    });
    return client.send(command).then(() => 'sent' as const, outcomeOfError);
  };
}

/**
 * SES's messages for an invalid address: “Illegal address”, “Missing final '@domain'”, “Domain starts with dot” and
 * similar.
 */
const noAddress =
  /illegal address|missing final '?@domain|(local|user) ?(part|name|address)|domain (contains|starts|ends|is)/i;
const notConnected = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|establish a connection/;

function outcomeOfError(error: unknown): MailOutcome {
  if (!(error instanceof Error)) return 'unknown';
  const status = '$metadata' in error ? statusOf(error.$metadata) : undefined;
  if (error.name === 'BadRequestException' && noAddress.test(error.message)) return 'refused';
  // Other rejections are ours to fix: account, sender or permission.
  if (status !== undefined && status >= 400) return 'unavailable';
  const text = `${error.message} ${'code' in error ? String(error.code) : ''}`;
  return notConnected.test(text) || error.name === 'CredentialsProviderError' ? 'unavailable' : 'unknown';
}

function statusOf(metadata: unknown): number | undefined {
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}
