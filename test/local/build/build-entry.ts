import { bundleFunctions } from '#infra/bundle.ts';

/** Usage: `node test/local/build/build-entry.ts web|functions|product <directory>` */
const [what = '', directory = ''] = process.argv.slice(2);
const builds: Record<string, () => Promise<unknown>> = {
  web: async () => (await import('./build-web.ts')).buildWeb(directory),
  product: async () => (await import('./build-product.ts')).buildProduct(directory),
  functions: () => bundleFunctions(directory),
};
await builds[what]?.();
