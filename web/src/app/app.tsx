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

/** `toastDuration` is in milliseconds and defaults to five seconds. */
export function App({ queries, toastDuration }: { queries: QueryClient; toastDuration?: number }) {
  const idle = useIdle();
  return (
    <QueryClientProvider client={queries}>
      <Guard />
      <ScrollRestoration />
      <BlockingOverlay />
      <Toasts duration={toastDuration} idle={idle} />
      {idle && <Support />}
    </QueryClientProvider>
  );
}

function Support() {
  return <SupportWidget address={useConfig()?.supportWidgetUrl} />;
}

function Toasts({ duration, idle }: { duration: number | undefined; idle: boolean }) {
  const waiting = useToasts().length > 0;
  return idle || waiting ? (
    <Suspense>
      <Toaster {...(duration && { duration })} />
    </Suspense>
  ) : null;
}
