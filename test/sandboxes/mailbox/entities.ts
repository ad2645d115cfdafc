import * as z from 'zod/mini';

const mailSchema = z.object({
  id: z.string(),
  at: z.string(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});
export type ReceivedMail = z.output<typeof mailSchema>;
export const stateSchema = z.array(mailSchema);

const content = z.object({ Data: z.string().check(z.minLength(1)), Charset: z.optional(z.string()) });

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html */
export const sendEmailSchema = z.strictObject({
  FromEmailAddress: z.string().check(z.regex(/@[\w.-]+>?$/)),
  Destination: z.strictObject({ ToAddresses: z.array(z.email()).check(z.minLength(1), z.maxLength(50)) }),
  Content: z.strictObject({
    Simple: z.strictObject({ Subject: content, Body: z.strictObject({ Text: content, Html: content }) }),
  }),
});
