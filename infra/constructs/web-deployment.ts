import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { RemovalPolicy, Stack, Token, Validations } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { type Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';

import type { AppConfig } from '#shared/contracts/app-config.ts';

import { documentsFreshFor, servedDocuments } from '../served-documents.ts';
import { resourceName } from './names.ts';
import { webPages } from './web-pages.ts';

type Props = { stage: string; logDays: number; bucket: Bucket; webDir: string };

const logging = 'service-role/AWSLambdaBasicExecutionRole';

const forAYear = [CacheControl.fromString('public, max-age=31536000, immutable')];
const forAnHour = [CacheControl.fromString(`public, max-age=${documentsFreshFor}`)];
const alwaysRevalidate = [CacheControl.fromString('no-cache')];

const page = 'index.html';
const worker = 'worker.js';
const isManifest = (file: string): boolean => file.endsWith('.webmanifest');
const deployedSeparately = [
  'assets',
  'assets/**',
  'config.json',
  '.vite',
  '.vite/**',
  '*.webmanifest',
  page,
  'pages',
  'pages/**',
  worker,
];

const textSource = (webDir: string, file: string): ISource =>
  Source.data(file, readFileSync(join(webDir, file), 'utf8'));

/**
 * Deploys assets first, then the pages of routes before the CDN serves them, then the rest, so that no page lacks its
 * files. Does not prune, because open pages load assets of older versions.
 */
export class WebDeployment extends Construct {
  /** Must be deployed before the CDN serves the pages of routes. */
  readonly routes: BucketDeployment;
  readonly #props: Props;
  readonly #logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id);
    this.#props = props;
    this.#logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/aws/lambda/${resourceName(props.stage, 'web-deployment')}`,
      retention: props.logDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const { webDir } = props;
    const assets = this.#copy('Assets', [Source.asset(join(webDir, 'assets'))], forAYear, {
      destinationKeyPrefix: 'assets',
    });
    this.routes = this.#copy('Routes', this.#texts(webPages(webDir)), alwaysRevalidate);
    this.routes.node.addDependency(assets);
  }

  finish(appConfig: AppConfig): void {
    const { webDir } = this.#props;
    const steps = [
      this.routes,
      this.#copy(
        'Files',
        [Source.asset(webDir, { exclude: deployedSeparately }), Source.jsonData('config.json', appConfig)],
        alwaysRevalidate,
      ),
      this.#copy(
        'Documents',
        servedDocuments().map(({ path, text }) => Source.data(path.slice(1), text)),
        forAnHour,
      ),
      // One manifest for each language. Browsers expect its content type.
      this.#copy('Manifest', this.#texts(readdirSync(webDir).filter(isManifest)), alwaysRevalidate, {
        contentType: 'application/manifest+json',
      }),
      this.#copy('Page', this.#texts([page]), alwaysRevalidate),
      // A browser with a new worker immediately stores the pages, so they come first.
      this.#copy('Worker', this.#texts([worker]), alwaysRevalidate, { contentType: 'text/javascript' }),
    ];
    for (const [index, step] of steps.entries()) {
      const before = steps[index - 1];
      if (before) step.node.addDependency(before);
    }
  }

  #texts(files: readonly string[]): ISource[] {
    return files.map((file) => textSource(this.#props.webDir, file));
  }

  #copy(
    id: string,
    sources: ISource[],
    cacheControl: CacheControl[],
    own: { destinationKeyPrefix?: string; contentType?: string } = {},
  ): BucketDeployment {
    const deployment = new BucketDeployment(this, id, {
      sources,
      cacheControl,
      destinationBucket: this.#props.bucket,
      prune: false,
      memoryLimit: 256,
      logGroup: this.#logGroup,
      ...own,
    });
    acknowledgeHelper(deployment, this.#props.bucket);
    return deployment;
  }
}

const actions = ['s3:GetObject*', 's3:GetBucket*', 's3:List*', 's3:DeleteObject*', 's3:Abort*'];

/** CDK chooses the role and runtime of this helper function. */
function acknowledgeHelper({ handlerRole }: BucketDeployment, bucket: Bucket): void {
  const stack = Stack.of(bucket);
  const account = Token.isUnresolved(stack.account) ? '<AWS::AccountId>' : stack.account;
  const pages = bucket.node.defaultChild instanceof CfnBucket ? stack.getLogicalId(bucket.node.defaultChild) : '';
  const wildcards = [
    ...actions.map((action) => `Action::${action}`),
    `Resource::<${pages}.Arn>/*`,
    `Resource::arn:aws:s3:::cdk-hnb659fds-assets-${account}-${stack.region}/*`,
  ];
  Validations.of(handlerRole.node.scope ?? handlerRole).acknowledge(
    { id: 'AwsSolutions-L1', reason: 'The runtime of this helper comes with CDK' },
    {
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${logging}]`,
      reason: 'It may write its log',
    },
    ...wildcards.map((what) => ({
      id: `AwsSolutions-IAM5[${what}]`,
      reason: 'It copies files, whose names change with each build, from the assets to the bucket of the web app only',
    })),
  );
}
