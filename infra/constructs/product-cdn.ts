import { readFileSync } from 'node:fs';

import { Duration, RemovalPolicy, SecretValue, Stack, Validations } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  CacheHeaderBehavior,
  CacheQueryStringBehavior,
  CacheCookieBehavior,
  Distribution,
  Function as ViewerFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  type IOrigin,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  type ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct, type IDependable } from 'constructs';

import { passContract } from '#shared/contracts/pass.ts';
import { statusContract } from '#shared/contracts/status.ts';
import { crossOriginAnswer, preflightAnswer } from '#shared/rules/cross-origin.ts';

import type { StageConfig } from '../config.ts';
import { functions } from '../functions.ts';
import { notAllowedAnswer, publicAddresses } from '../public-addresses.ts';
import { openApiPath } from '../served-documents.ts';
import { apiStageName } from './api-stage.ts';
import { secretsPrefix } from './names.ts';
import { documentHeaders, openReplyHeaders, pageHeaders, passHeaders, replyHeaders } from './page-headers.ts';
import { originSecretField } from './product-secrets.ts';

type Props = {
  config: StageConfig;
  pages: readonly string[];
  /** Must be deployed before the CDN serves the pages. */
  after: IDependable;
  bucket: Bucket;
  api: HttpApi;
  certificate: ICertificate | undefined;
  firewallArn: string | undefined;
};

type Files = Pick<BehaviorOptions, 'origin' | 'allowedMethods' | 'viewerProtocolPolicy' | 'compress' | 'cachePolicy'>;

/** These addresses are public and contain the name of the API's stage. */
const inbound = (kind: string): string => `/${apiStageName}/${kind}/*`;
/** Pages of other origins may read answers of these paths. */
const openPaths = ['trigger', 'findings'].map(inbound);
const closedPaths = ['pass', 'whatsapp', 'stripe'].map(inbound);

const { passPage } = passContract;
const statusSeconds = Math.max(...Object.values(statusContract).map(({ cacheSeconds }) => cacheSeconds));

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html */
const viewerHeaders = (headers: Readonly<Record<string, string>>): Record<string, { value: string }> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }]));

const onRequest = (viewer: ViewerFunction) => [{ eventType: FunctionEventType.VIEWER_REQUEST, function: viewer }];

// CloudFront accepts a minimum protocol version only with a custom certificate.
const ownName = (name: string) => ({
  domainNames: [name],
  minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
});

export class ProductCdn extends Construct {
  readonly distribution: Distribution;

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id);
    const { config, certificate, firewallArn } = props;
    const viewerAddress = this.#viewerFunction('ViewerAddress', 'viewer-address');
    const replies = replyHeaders(this);
    const reply = this.#replyBehaviour(replies, viewerAddress);
    const openAddress = this.#publicAddress('OpenAddress', crossOriginAnswer, viewerHeaders(preflightAnswer));
    const closedAddress = this.#publicAddress('ClosedAddress', {}, null);
    const openReply = this.#replyBehaviour(openReplyHeaders(this), openAddress);
    const closedReply = this.#replyBehaviour(replies, closedAddress);
    const appOrigin = this.#apiOrigin(props, { originPath: `/${apiStageName}` });
    const inboundOrigin = this.#apiOrigin(props, { connectionAttempts: 1 });
    const documents = documentHeaders(this);
    const status = this.#cachedBehaviour('StatusCache', appOrigin, statusSeconds, documents);
    const files = this.#files(props.bucket);
    const pass = this.#cachedBehaviour('PassCache', inboundOrigin, passPage.cacheSeconds, passHeaders(this));
    this.distribution = new Distribution(this, 'Distribution', {
      comment: `${config.name}: app, API and webhooks`,
      defaultBehavior: this.#pageBehaviour(files, props),
      additionalBehaviors: {
        ...Object.fromEntries(Object.values(statusContract).map(({ path }) => [path, status])),
        [openApiPath]: { ...files, responseHeadersPolicy: documents },
        [passPage.path]: {
          ...pass,
          allowedMethods: AllowedMethods.ALLOW_ALL,
          functionAssociations: onRequest(closedAddress),
        },
        '/api/*': reply(appOrigin),
        ...Object.fromEntries(openPaths.map((path) => [path, openReply(inboundOrigin)])),
        ...Object.fromEntries(closedPaths.map((path) => [path, closedReply(inboundOrigin)])),
      },
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      // The cheaper classes exclude South America.
      priceClass: PriceClass.PRICE_CLASS_ALL,
      ...(config.domain && certificate ? { ...ownName(config.domain.name), certificate } : {}),
      ...(firewallArn === undefined ? {} : { webAclId: firewallArn }),
    });
    this.distribution.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    this.#explain(certificate !== undefined, firewallArn !== undefined);
  }

  /**
   * All files share this. The right to list turns a missing file into 404 instead of 403; the root object hides the
   * list.
   */
  #files(bucket: Bucket): Files {
    return {
      origin: S3BucketOrigin.withOriginAccessControl(bucket, {
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      compress: true,
      // Each file's own lifetime applies between these limits.
      cachePolicy: new CachePolicy(this, 'PageCache', {
        minTtl: Duration.seconds(0),
        defaultTtl: Duration.seconds(0),
        maxTtl: Duration.days(365),
        headerBehavior: CacheHeaderBehavior.none(),
        cookieBehavior: CacheCookieBehavior.none(),
        queryStringBehavior: CacheQueryStringBehavior.none(),
        enableAcceptEncodingBrotli: true,
        enableAcceptEncodingGzip: true,
      }),
    };
  }

  #pageBehaviour(files: Files, { config, pages, after }: Props): BehaviorOptions {
    const paths = pages.map((page) => `/${page}`);
    const singlePage = this.#viewerFunction('SinglePage', 'single-page', { PAGES: paths });
    singlePage.node.addDependency(after);
    return {
      ...files,
      responseHeadersPolicy: pageHeaders(this, config.supportWidgetUrl),
      functionAssociations: onRequest(singlePage),
    };
  }

  #replyBehaviour(headers: ResponseHeadersPolicy, viewer: ViewerFunction): (origin: IOrigin) => BehaviorOptions {
    return (origin) => ({
      origin,
      // CloudFront allows POST only together with all other methods.
      allowedMethods: AllowedMethods.ALLOW_ALL,
      // With a redirect, callers would keep sending tokens unencrypted.
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      compress: false,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: headers,
      functionAssociations: [{ eventType: FunctionEventType.VIEWER_REQUEST, function: viewer }],
    });
  }

  /**
   * Cookies, queries and headers are not part of the cache key. CloudFront caches errors for its default of ten
   * seconds.
   */
  #cachedBehaviour(id: string, origin: IOrigin, maxSeconds: number, headers: ResponseHeadersPolicy): BehaviorOptions {
    return {
      origin,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      // Compression is safe, because the content contains no secrets.
      compress: true,
      cachePolicy: new CachePolicy(this, id, {
        minTtl: Duration.seconds(0),
        defaultTtl: Duration.seconds(0),
        // Each answer sets its own lifetime.
        maxTtl: Duration.seconds(maxSeconds),
        headerBehavior: CacheHeaderBehavior.none(),
        cookieBehavior: CacheCookieBehavior.none(),
        queryStringBehavior: CacheQueryStringBehavior.none(),
        enableAcceptEncodingBrotli: true,
        enableAcceptEncodingGzip: true,
      }),
      responseHeadersPolicy: headers,
    };
  }

  /** CloudFront retries a GET whose answer is late, but a webhook must fire only once. */
  #apiOrigin({ api, config }: Props, own: { originPath?: string; connectionAttempts?: number }): HttpOrigin {
    const { region, urlSuffix } = Stack.of(this);
    const secret = SecretValue.secretsManager(`${secretsPrefix(config.name)}origin`, {
      jsonField: originSecretField,
      // CloudFormation reads a secret again only if the template changes.
      ...(config.originSecretVersion === undefined ? {} : { versionId: config.originSecretVersion }),
    });
    return new HttpOrigin(`${api.apiId}.execute-api.${region}.${urlSuffix}`, {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      // Longer than the timeout of any function and of API Gateway.
      readTimeout: Duration.seconds(31),
      // CloudFormation resolves the reference during the deployment.
      customHeaders: { 'x-origin-secret': secret.unsafeUnwrap() },
      ...own,
    });
  }

  /** `answered` contains headers for the answers of the function itself. */
  #publicAddress(
    id: string,
    answered: Readonly<Record<string, string>>,
    preflight: ReturnType<typeof viewerHeaders> | null,
  ): ViewerFunction {
    return this.#viewerFunction(id, 'public-address', {
      ADDRESSES: publicAddresses(functions),
      NOT_ALLOWED: { ...notAllowedAnswer, headers: viewerHeaders({ ...notAllowedAnswer.headers, ...answered }) },
      PREFLIGHT: preflight,
    });
  }

  #viewerFunction(id: string, file: string, values: Readonly<Record<string, unknown>> = {}): ViewerFunction {
    const source = readFileSync(new URL(`../viewer/${file}.js`, import.meta.url), 'utf8');
    const code = Object.entries(values).reduce(
      (text, [name, value]) => text.replace(`__${name}__;`, () => `${JSON.stringify(value)};`),
      source,
    );
    return new ViewerFunction(this, id, { runtime: FunctionRuntime.JS_2_0, code: FunctionCode.fromInline(code) });
  }

  #explain(hasCertificate: boolean, hasFirewall: boolean): void {
    const reasons = {
      'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk': 'The default root object is set',
      'AwsSolutions-CFR1': 'People may run their triggers from anywhere',
      'AwsSolutions-CFR3': "The CDN's logs hold query strings, and webhook tokens travel there",
      ...(hasFirewall ? {} : { 'AwsSolutions-CFR2': 'The firewall has a fixed price, so each stage chooses it' }),
      ...(hasCertificate
        ? {}
        : { 'AwsSolutions-CFR4': 'Without a domain of its own a stage has the default certificate' }),
    };
    Validations.of(this.distribution).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })));
  }
}
