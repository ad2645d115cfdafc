import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';

import { useConfig } from '#web/api/use-config.ts';
import { useIdle } from '#web/platform/use-idle.ts';
import { BlockingOverlay } from '#web/ui/states/blocking-overlay.tsx';
import { useToasts } from '#web/ui/toasts/toast-store.ts';

import { Guard } from './routing/guard.tsx';
import { ScrollRestoration } from './routing/scroll-restoration.tsx';
import { SupportWidget } from './support-widget.tsx';

const Toaster = lazy(async () => ({ default: (await import('#web/ui/toasts/toaster.tsx')).Toaster }));

/** The whole app, given its server data. */
export function App({ queries }: { queries: QueryClient }) {
  const idle = useIdle();
  return (
    <QueryClientProvider client={queries}>
      <Guard />
      <ScrollRestoration />
      <BlockingOverlay />
      <Toasts idle={idle} />
      {idle && <Support />}
    </QueryClientProvider>
  );
}

/** The support chat of the place we run in. */
function Support() {
  return <SupportWidget address={useConfig()?.supportWidgetUrl} />;
}

/** The toaster comes after the first idle, or with the first toast. */
function Toasts({ idle }: { idle: boolean }) {
  const waiting = useToasts().length > 0;
  return idle || waiting ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
