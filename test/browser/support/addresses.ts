export function addresses(): { appUrl: string; sandboxUrl: string } {
  const { APP_URL: appUrl, SANDBOX_URL: sandboxUrl } = process.env;
  if (!appUrl || !sandboxUrl) throw new Error('APP_URL and SANDBOX_URL name the product under test; neither is set.');
  return { appUrl, sandboxUrl };
}
