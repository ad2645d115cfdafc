import { refusalFor } from '#functions/platform/http/answer.ts';
import type { Log } from '#functions/platform/log.ts';
import type { RefusalCode } from '#shared/refusals.ts';

/** The pages that these calls may end on. There is no other way to name a page, so no request can. */
export type Page = '/dashboard' | '/login' | '/amazon-auth';

export const callbackAddress = (appUrl: string, provider: 'amazon' | 'google'): string =>
  `${appUrl}/api/auth/${provider}/callback`;

export const pageAddress = (appUrl: string, page: Page, query: Record<string, string> = {}): string => {
  const search = new URLSearchParams(query).toString();
  return `${appUrl}${page}${search && `?${search}`}`;
};

type Deps = { appUrl: string; log: Log };

/**
 * Where the browser goes next. It cannot use a JSON error on its way, so whatever is refused ends on this page, which
 * words the key. Too many requests are the exception: whoever sends them is told the status, and when to come back.
 */
export async function orOnPage({ appUrl, log }: Deps, page: Page, next: () => Promise<string>): Promise<string> {
  try {
    return await next();
  } catch (error) {
    const { code } = refusalFor(error);
    if (code === 'request.tooMany') throw error;
    reportRefusal(log, page, code, error);
    return pageAddress(appUrl, page, { error: code });
  }
}

function reportRefusal(log: Log, page: Page, errorKey: RefusalCode, error: unknown): void {
  const isOurs = errorKey.startsWith('server.');
  if (isOurs) log('request.failed', { errorKey }, error);
  else log(page === '/amazon-auth' ? 'amazonLink.refused' : 'signIn.refused', { errorKey });
}
