/**
 * Sources outside our origin:
 * - Inline styles: the overlay primitives insert a `<style>` element to lock scrolling.
 * - WhatsApp hosts: they serve contact pictures.
 * - Support widget: it loads scripts, images and a frame, sends requests, opens a socket, and writes HTML from text.
 *
 * The only Trusted Types policy is that of `install-worker.ts`, which always returns the same address, so a library that
 * writes HTML from text fails in the first browser test that renders it.
 */
export function contentSecurityPolicy(supportWidgetUrl?: string): string {
  const host = supportWidgetUrl ? originOf(supportWidgetUrl) : '';
  const widget = host && ` ${host}`;
  return [
    "default-src 'none'",
    `script-src 'self'${widget}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: https://pps.whatsapp.net https://*.whatsapp.net${widget}`,
    "font-src 'self'",
    `connect-src 'self'${widget}${widget.replace(' http', ' ws')}`,
    "worker-src 'self'",
    ...(host ? [`frame-src ${host}`] : ["require-trusted-types-for 'script'", 'trusted-types recado-worker']),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export const securityHeaders = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
} as const;

const originOf = (url: string): string => /^https?:\/\/[^/?#;,\s]+/.exec(url)?.[0] ?? '';
