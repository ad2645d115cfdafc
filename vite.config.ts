import { join } from 'node:path';

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { bootScriptPlugin } from './web/build/boot-script.ts';
import { textShapesPlugin } from './web/build/text-shapes.ts';

/**
 * The web app. In development the local gateway mounts it in middleware mode and answers `/api`, `/prod` and
 * `/config.json` itself; a build goes to `dist/web`.
 */
export default defineConfig({
  root: join(import.meta.dirname, 'web'),
  cacheDir: join(import.meta.dirname, '.cache/vite'),
  plugins: [react(), tailwindcss(), bootScriptPlugin(), textShapesPlugin()],
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'overlay',
              test: /node_modules\/(?:@radix-ui|radix-ui|@floating-ui|react-remove-scroll|aria-hidden|use-sidecar|use-callback-ref|react-style-singleton)/,
            },
            { name: 'form', test: /node_modules\/(?:react-hook-form|@hookform)/ },
          ],
        },
      },
    },
  },
});
