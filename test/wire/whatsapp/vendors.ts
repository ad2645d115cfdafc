import { afterEach } from 'vitest';

import type { AdapterDeps } from '#functions/providers/whatsapp/adapter.ts';
import type { WhatsAppGateway } from '#functions/providers/whatsapp/gateway.ts';

import { aVendor, below, type VendorAnswers } from './a-vendor.ts';

export function vendors(create: (deps: AdapterDeps) => WhatsAppGateway) {
  const open: { close(): void }[] = [];
  afterEach(() => {
    for (const one of open.splice(0)) one.close();
  });
  return async (answers: VendorAnswers, changes: Partial<AdapterDeps> = {}) => {
    const vendor = await aVendor(below(answers));
    open.push(vendor);
    return { ...vendor, gateway: create({ ...vendor.deps, ...changes }) };
  };
}
