type BrowserProject = {
  name: string;
  suite: string;
  /** Subfolder of `test`. */
  folder: string;
  /** On a phone, only tests with the tag `@mobile` run. */
  device: 'desktop' | 'phone';
  /** Runs only tests with the tag `@translated`, on pages translated by Chrome. */
  isTranslated?: true;
  /** Its tests share a product whose clock they move. */
  isSerial?: true;
  /** Runs before this project, because both move the same clock. */
  after?: string;
};

/** Playwright's projects, each with its suite. */
export const browserProjects: readonly BrowserProject[] = [
  { name: 'desktop', suite: 'browser', folder: 'browser', device: 'desktop' },
  { name: 'gate-clock', suite: 'browser', folder: 'browser/clock', device: 'desktop', isSerial: true },
  { name: 'mobile', suite: 'browser', folder: 'browser', device: 'phone' },
  { name: 'deep-desktop', suite: 'deep-browser', folder: 'deep/browser', device: 'desktop' },
  { name: 'deep-mobile', suite: 'deep-browser', folder: 'deep/browser', device: 'phone' },
  { name: 'translated', suite: 'deep-browser', folder: '.', device: 'desktop', isTranslated: true },
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
