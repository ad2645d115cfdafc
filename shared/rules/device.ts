export const browsers = ['Chrome', 'Edge', 'Firefox', 'Opera', 'Safari', 'Samsung Internet'] as const;
export const systems = ['Android', 'ChromeOS', 'iPad', 'iPhone', 'Linux', 'macOS', 'Windows'] as const;

/** Contains only names that millions of devices share. Unknown parts are absent. */
export type BrowserDevice = { browser?: (typeof browsers)[number]; system?: (typeof systems)[number] };

/** Most user agents also contain the names of other browsers, so the order matters. */
const browserPatterns = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
] as const;

const systemPatterns = [
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** Real user agents have about 150 characters. */
const maxLength = 500;

export function deviceOf(userAgent: string | undefined): BrowserDevice {
  const text = (userAgent ?? '').slice(0, maxLength);
  const browser = browserPatterns.find(([pattern]) => pattern.test(text))?.[1];
  const system = systemPatterns.find(([pattern]) => pattern.test(text))?.[1];
  return { ...(browser && { browser }), ...(system && { system }) };
}
