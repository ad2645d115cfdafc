import { bundleFunctions } from '#infra/bundle.ts';

import { buildWeb } from './build-web.ts';

/** Usage: `node test/local/build/build-entry.ts web|functions <directory>` */
const [what, directory = ''] = process.argv.slice(2);
await (what === 'web' ? buildWeb(directory) : bundleFunctions(directory));
