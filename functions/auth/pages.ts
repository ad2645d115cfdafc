import { refusalFor } from '#functions/platform/http/answer.ts';
import type { Log } from '#functions/platform/log.ts';
import type { RefusalCode } from '#shared/refusals.ts';

/** All targets of our redirects. A request cannot name another page. */
export type Page = '/dashboard' | '/login' | '/amazon-auth';

export const callbackAddress = (appUrl: string, provider: 'amazon' | 'google'): string =>
  `${appUrl}/api/auth/${provider}/callback`;

export const pageAddress = (appUrl: string, page: Page, query: Record<string, string> = {}): string => {
  const search = new URLSearchParams(query).toString();
  return `${appUrl}${page}${search && `?${search}`}`;
};

const ofNoWorkspace = new Set<RefusalCode>(['workspace.notFound', 'workspace.inactive', 'auth.stateInvalid']);

type Deps = { appUrl: string; log: Log };

/**
 * Turns a refusal into a redirect to a page, because a browser cannot use a JSON error here. Only `request.tooMany`
 * stays an error with status 429. The page opens the workspace in question, if there is one.
 */
export async function orRefusalPage(
  { appUrl, log }: Deps,
  page: Page,
  next: () => Promise<string>,
  workspaceId?: number,
): Promise<string> {
  try {
    return await next();
  } catch (error) {
    const { code } = refusalFor(error);
    if (code === 'request.tooMany') throw error;
    reportRefusal(log, page, code, error);
    const isOpen = workspaceId !== undefined && !ofNoWorkspace.has(code);
    return pageAddress(appUrl, page, { error: code, ...(isOpen && { id: String(workspaceId) }) });
  }
}

function reportRefusal(log: Log, page: Page, errorKey: RefusalCode, error: unknown): void {
  const isOurs = errorKey.startsWith('server.');
  if (isOurs) log('request.failed', { errorKey }, error);
  else log(page === '/amazon-auth' ? 'amazonLink.refused' : 'signIn.refused', { errorKey });
}
