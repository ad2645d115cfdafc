import { type ComponentProps, lazy, Suspense } from 'react';

import type { ReturnNotice as Notice } from './return-notice.tsx';

const Loaded = lazy(async () => ({ default: (await import('./return-notice.tsx')).ReturnNotice }));

export const ReturnNotice = (props: ComponentProps<typeof Notice>) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
);
