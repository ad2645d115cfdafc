import { join } from 'node:path';

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { bootScriptPlugin } from './web/build/boot-script.ts';
import { withoutIconKeys } from './web/build/icon-keys.ts';
import { plainImports } from './web/build/plain-imports.ts';
import { textShapesPlugin } from './web/build/text-shapes.ts';
import { withoutServerParts } from './web/build/without-server-parts.ts';

/**
 * Icons, the parts of the kit that need no overlay library, and lines too short for a file of their own; long texts and
 * their marks belong to few pages.
 */
const sharedParts =
  /[\\/]lucide-react[\\/]|[\\/]features[\\/](?:not-loaded|refusal-words)|[\\/]web[\\/]src[\\/]ui[\\/](?!overlays|documents|toasts[\\/]toaster)|[\\/](?:is-session-over|use-triggers)\.|[\\/]success-styles\./;

/** How the pages that depend on a subscription know it. */
const billingParts =
  /[\\/]features[\\/]billing[\\/](?:use-subscription|subscription-query|plan-origin)\.|[\\/]rules[\\/]billing[\\/]billing\./;

/** Running a trigger from a list or from a tile. */
const runParts =
  /[\\/]features[\\/]runs[\\/](?:no-answer|run-call|use-poll-interval|use-run-trigger|use-switch-trigger)\.|[\\/]icons[\\/](?:calendar-clock|play|rotate-ccw-clock)\./;

/** Icons of a list of runs. */
const channelParts = /[\\/]icons[\\/](?:globe|mic|mouse-pointer-click)\./;

/** What only pages with a table need. */
const listParts =
  /[\\/]web[\\/]src[\\/]ui[\\/]lists[\\/](?!no-match)|[\\/]rules[\\/](?:snippets[\\/]snippet-kinds|execution[\\/]channels)\./;

/**
 * The web app. In development the local gateway mounts it in middleware mode and answers `/api`, `/prod` and
 * `/config.json` itself; a build goes to `dist/web`.
 */
export default defineConfig({
  root: join(import.meta.dirname, 'web'),
  cacheDir: join(import.meta.dirname, '.cache/vite'),
  // React has had the hook since version 18; the router imports a replacement for earlier ones.
  resolve: { alias: [{ find: 'use-sync-external-store/shim/index.js', replacement: 'react' }] },
  // A file of texts is read whole, so its keys need no exports of their own.
  json: { namedExports: false },
  plugins: [
    react({ jsxImportSource: '#web/platform/jsx' }),
    tailwindcss(),
    bootScriptPlugin(),
    textShapesPlugin(),
    withoutServerParts(),
    withoutIconKeys(),
    plainImports(),
  ],
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // `boot.js` and the idle loader know better what comes next than a preload helper in every import would.
    modulePreload: false,
    rolldownOptions: {
      // Nothing happens when they are loaded, so what no page uses is left out.
      treeshake: { moduleSideEffects: [{ test: /[\\/]shared[\\/](?:contracts|rules)[\\/]/, sideEffects: false }] },
      output: {
        chunkFileNames: ({ name, facadeModuleId }) => {
          const language = /\/i18n\/(\w+)\//.exec(facadeModuleId ?? '')?.[1];
          // Shared parts come in several files; naming all their readers would only make long addresses.
          return `assets/${language ? `${language}-` : ''}${name.replace(/~.*/, '')}-[hash:7].js`;
        },
        codeSplitting: {
          // Earlier groups take their modules first: what the first screen needs in two files, then what opens over a
          // page, then forms, tables and the words about a trial, then the small parts that several pages share: cut
          // finer, they weigh more and ask more often.
          groups: [
            { name: 'core', tags: ['$initial'], test: /[\\/]node_modules[\\/]/, priority: 5 },
            { name: 'app', tags: ['$initial'], priority: 4 },
            { name: 'overlay', test: /[\\/]node_modules[\\/](?:@radix-ui|radix-ui)[\\/]/, priority: 3 },
            { name: 'form', test: /[\\/]node_modules[\\/](?:react-hook-form|@hookform)[\\/]/, priority: 2 },
            { name: 'lists', test: listParts, minShareCount: 2, priority: 2 },
            { name: 'trial', test: /[\\/]features[\\/]trial[\\/]/, includeDependenciesRecursively: false, priority: 2 },
            { name: 'billing', test: billingParts, includeDependenciesRecursively: false, priority: 2 },
            { name: 'channels', test: channelParts, priority: 2 },
            { name: 'runs', test: runParts, includeDependenciesRecursively: false, priority: 2 },
            { name: 'parts', test: sharedParts, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
});
