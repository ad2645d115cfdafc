type BrowserProject = {
  name: string;
  suite: string;
  /** Subfolder of `test`. */
  folder: string;
  device: 'desktop' | 'phone';
  /** Runs only tests with one of these tags. */
  grep?: RegExp;
  grepInvert?: RegExp;
  /** On pages translated by Chrome. */
  isTranslated?: true;
  /** Its tests share a product whose clock they move. */
  isSerial?: true;
  /** Runs before this project, because both move the same clock. */
  after?: string;
};

/** Playwright's projects, each with its suite. */
export const browserProjects: readonly BrowserProject[] = [
  // The gate runs each test on one device.
  { name: 'desktop', suite: 'browser', folder: 'browser', device: 'desktop', grepInvert: /@mobile/ },
  { name: 'gate-clock', suite: 'browser', folder: 'browser/clock', device: 'desktop', isSerial: true },
  { name: 'mobile', suite: 'browser', folder: 'browser', device: 'phone', grep: /@mobile/ },
  { name: 'mobile-on-desktop', suite: 'deep-browser', folder: 'browser', device: 'desktop', grep: /@mobile/ },
  { name: 'deep-desktop', suite: 'deep-browser', folder: 'deep/browser', device: 'desktop' },
  { name: 'deep-mobile', suite: 'deep-browser', folder: 'deep/browser', device: 'phone', grep: /@mobile/ },
  {
    name: 'translated',
    suite: 'deep-browser',
    folder: '.',
    device: 'desktop',
    grep: /@translated/,
    isTranslated: true,
  },
  {
    name: 'clock',
    suite: 'deep-browser',
    folder: 'deep/clock',
    device: 'desktop',
    isSerial: true,
    after: 'gate-clock',
  },
  { name: 'appearance', suite: 'appearance', folder: 'deep/appearance', device: 'desktop' },
];

/** Names of the projects of the given suites. */
export const projectsOf = (suites: readonly string[]): string[] =>
  browserProjects.filter(({ suite }) => suites.includes(suite)).map(({ name }) => name);

export const suiteOfProject = (project: string): string =>
  browserProjects.find(({ name }) => name === project)?.suite ?? 'browser';
