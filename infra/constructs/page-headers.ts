import { Duration } from 'aws-cdk-lib';
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  type ResponseHeadersCorsBehavior,
  type ResponseSecurityHeadersBehavior,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

import { contentSecurityPolicy, securityHeaders } from '#shared/rules/browser-policy.ts';
import {
  crossOriginHeaders,
  crossOriginMethods,
  exposedHeaders,
  preflightSeconds,
} from '#shared/rules/cross-origin.ts';

const {
  'strict-transport-security': transport,
  'x-content-type-options': _alwaysNosniff,
  'x-frame-options': _alwaysDeny,
  'referrer-policy': _alwaysNoReferrer,
  ...others
} = securityHeaders;

/** CloudFront has separate fields for these headers and rejects them as custom headers. */
const security = (policy: string, override = true): ResponseSecurityHeadersBehavior => ({
  contentSecurityPolicy: { contentSecurityPolicy: policy, override },
  contentTypeOptions: { override: true },
  frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
  referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
  strictTransportSecurity: {
    accessControlMaxAge: Duration.seconds(Number(/max-age=(\d+)/.exec(transport)?.[1])),
    includeSubdomains: transport.includes('includeSubDomains'),
    override: true,
  },
});

const custom = (headers: Readonly<Record<string, string>>) => ({
  customHeaders: Object.entries(headers).map(([header, value]) => ({ header, value, override: true })),
});

export const pageHeaders = (scope: Construct, supportWidgetUrl?: string): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, 'PageHeaders', {
    securityHeadersBehavior: security(contentSecurityPolicy(supportWidgetUrl)),
    customHeadersBehavior: custom(others),
  });

/** CloudFront adds these headers to every answer of the path, including those of API Gateway. */
const forAnyOrigin: ResponseHeadersCorsBehavior = {
  accessControlAllowOrigins: ['*'],
  accessControlAllowCredentials: false,
  accessControlAllowMethods: [...crossOriginMethods],
  accessControlAllowHeaders: [...crossOriginHeaders],
  accessControlExposeHeaders: [...exposedHeaders],
  accessControlMaxAge: Duration.seconds(preflightSeconds),
  // Answers of viewer functions have their own CORS headers.
  originOverride: false,
};

const neverAPage = "default-src 'none'; frame-ancestors 'none'";

/** For documents that programs read and that are the same for every caller. */
export const documentHeaders = (scope: Construct): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, 'StatusHeaders', {
    corsBehavior: forAnyOrigin,
    securityHeadersBehavior: security(neverAPage),
    customHeadersBehavior: custom(others),
  });

/** The page is sent with its own policy, which names its script. */
export const passHeaders = (scope: Construct): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, 'PassHeaders', {
    securityHeadersBehavior: security(neverAPage, false),
    customHeadersBehavior: custom(others),
  });

/** Replies are never stored and never rendered. */
const neverKept = {
  securityHeadersBehavior: security(neverAPage),
  customHeadersBehavior: custom({ ...others, 'cache-control': 'no-store' }),
};

export const replyHeaders = (scope: Construct): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, 'ReplyHeaders', neverKept);

export const openReplyHeaders = (scope: Construct): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, 'OpenReplyHeaders', { ...neverKept, corsBehavior: forAnyOrigin });
