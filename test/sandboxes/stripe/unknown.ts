import type { SandboxRoute } from '../kit.ts';
import { refusalReply, StripeRefusal } from './refusal.ts';
import type { StripeStore } from './store.ts';

const methods = ['GET', 'POST', 'DELETE'] as const;
const depths = ['/v1/:other', '/v1/:other/:a', '/v1/:other/:a/:b', '/v1/:other/:a/:b/:c'];

/** Stripe's message for an unknown address, and our message for one that is not imitated. */
export function unknownRoutes(store: StripeStore): SandboxRoute[] {
  return methods.flatMap((method) =>
    depths.map((path) => ({
      method,
      path,
      kind: 'api' as const,
      handle: ({ fullPath }) => {
        const details = `Unrecognized request URL (${method}: ${fullPath}). If Stripe has it, this sandbox does not imitate it.`;
        return refusalReply(new StripeRefusal(details, { status: 404 }), { 'request-id': store.newId('req') });
      },
    })),
  );
}
