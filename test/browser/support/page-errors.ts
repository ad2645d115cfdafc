import type { BrowserContext, ConsoleMessage, Request, Response } from '@playwright/test';

/** Errors in the browser that no test asserts. */
export type PageErrors = {
  /** One line each: a console message, a rejected or failed request, a policy violation. */
  seen: () => readonly string[];
  /** Ignores lines that match, from now on. */
  expect: (...lines: readonly RegExp[]) => void;
};

export async function watchPageErrors(context: BrowserContext): Promise<PageErrors> {
  const seen: string[] = [];
  const expected: RegExp[] = [];
  context.on('console', (message) => note(ofConsole(message)));
  context.on('weberror', (error) => note(`uncaught: ${error.error().message}`));
  context.on('requestfailed', (request) => note(ofFailed(request)));
  context.on('response', (response) => note(ofResponse(response)));
  await context.exposeBinding('tellViolation', (_, what: unknown) => note(`policy: ${String(what)}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const tell: unknown = Reflect.get(window, 'tellViolation');
      if (typeof tell === 'function') tell(`${violatedDirective} ${blockedURI} in ${sourceFile}`);
    });
  });

  function note(line: string | undefined): void {
    if (line !== undefined) seen.push(line);
  }
  return {
    seen: () => seen.filter((line) => !expected.some((one) => one.test(line))),
    expect: (...lines) => void expected.push(...lines),
  };
}

function ofConsole(message: ConsoleMessage): string | undefined {
  const kind = message.type();
  if (kind !== 'error' && kind !== 'warning') return undefined;
  // `ofResponse` reports the response itself, with its method.
  if (message.text().startsWith('Failed to load resource: the server responded')) return undefined;
  if (message.text().startsWith('Failed to load resource: net::')) return undefined;
  // Most tests run without the service worker.
  if (message.text() === 'Service Worker registration blocked by Playwright') return undefined;
  return `console ${kind}: ${message.text()}`;
}

function ofFailed(request: Request): string | undefined {
  const why = request.failure()?.errorText ?? 'unknown';
  // Leaving a page aborts its requests.
  return why === 'net::ERR_ABORTED' ? undefined : `failed: ${request.method()} ${pathOf(request.url())} ${why}`;
}

function ofResponse(response: Response): string | undefined {
  if (response.status() < 400) return undefined;
  return `${response.status()} ${response.request().method()} ${pathOf(response.url())}`;
}

const pathOf = (url: string): string => (url.startsWith('http') ? new URL(url).pathname : url);
