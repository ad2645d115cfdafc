import { Fn, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';

import { skillPageOf, type StageConfig } from '../config.ts';
import { Firewall } from '../constructs/firewall.ts';
import { certificateOutputName, homeRegion, resourceName } from '../constructs/names.ts';
import { ProductCdn } from '../constructs/product-cdn.ts';
import { ProductDomain } from '../constructs/product-domain.ts';
import { addressesToPaste, addOutputs } from '../constructs/stack-outputs.ts';
import { webBucket } from '../constructs/web-bucket.ts';
import { WebDeployment } from '../constructs/web-deployment.ts';
import { webPages } from '../constructs/web-pages.ts';

type Props = StackProps & {
  config: StageConfig;
  webDir: string;
};

/** Retains the API and the CDN, because webhook addresses are in use for years. */
export class EdgeStack extends Stack {
  readonly api: HttpApi;
  /** Without a trailing slash. */
  readonly appUrl: string;
  readonly distributionId: string;
  /** Undefined without a domain. */
  readonly certificateArn: string | undefined;

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id, props);
    const { config, webDir } = props;
    this.api = new HttpApi(this, 'Api', { apiName: resourceName(config.name, 'api'), createDefaultStage: false });
    this.api.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    const bucket = webBucket(this);
    const domain = config.domain && new ProductDomain(this, 'Domain', config.domain);
    const firewall =
      config.firewall === false
        ? undefined
        : new Firewall(this, 'Firewall', { stage: config.name, logDays: config.logDays, ...config.firewall });
    const web = new WebDeployment(this, 'WebApp', { stage: config.name, logDays: config.logDays, bucket, webDir });
    const { distribution } = new ProductCdn(this, 'Cdn', {
      config,
      pages: webPages(webDir),
      after: web.routes,
      bucket,
      api: this.api,
      certificate: domain?.certificate,
      firewallArn: firewall?.arn,
    });
    domain?.pointAt(distribution);
    this.distributionId = distribution.distributionId;
    this.certificateArn =
      config.domain && (config.domain.certificateArn ?? this.#ownCertificate(config.domain.name, domain));
    // Also exported with a domain, because functions import it until they are deployed with the domain.
    this.exportValue(distribution.distributionDomainName);
    this.appUrl = `https://${config.domain?.name ?? distribution.distributionDomainName}`;
    addOutputs(this, addressesToPaste(this.appUrl, distribution.distributionDomainName, config));

    const { passkeyExtensionId } = config.whatsapp ?? {};
    const skillPage = skillPageOf(config);
    web.finish({
      webhookUrl: this.appUrl,
      ...(config.supportWidgetUrl && { supportWidgetUrl: config.supportWidgetUrl }),
      ...(config.supportEmail && { supportEmail: config.supportEmail }),
      ...(config.privacyEmail && { privacyEmail: config.privacyEmail }),
      ...(!config.whatsapp && { hasWhatsapp: false }),
      ...(passkeyExtensionId && { passkeyExtensionId }),
      ...(skillPage && { skillPage }),
      ...(config.skillInEurope && { skillInEurope: true }),
    });
  }

  /** Reads the ARN from an output, because an import would prevent a replacement of the certificate. */
  #ownCertificate(host: string, domain: ProductDomain | undefined): string | undefined {
    if (!domain) return undefined;
    const { certificateArn } = domain.certificate;
    addOutputs(this, { [certificateOutputName(host)]: [certificateArn, 'Its alarm reads it here; do not paste it'] });
    // Stages that were deployed earlier import it until their alarms are deployed again.
    this.exportValue(certificateArn);
    return Fn.getStackOutput(this.stackName, certificateOutputName(host), homeRegion);
  }
}
