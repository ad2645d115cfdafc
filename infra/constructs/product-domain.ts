import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { AaaaRecord, ARecord, HostedZone, type IHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';

import type { StageConfig } from '../config.ts';

type Domain = NonNullable<StageConfig['domain']>;

export class ProductDomain extends Construct {
  readonly certificate: ICertificate;
  readonly #zone: IHostedZone | undefined;
  readonly #name: string;

  constructor(scope: Construct, id: string, { name, zone, certificateArn }: Domain) {
    super(scope, id);
    this.#name = name;
    this.#zone =
      zone && HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId: zone.id, zoneName: zone.name });
    this.certificate =
      certificateArn === undefined
        ? new Certificate(this, 'Certificate', {
            domainName: name,
            validation: CertificateValidation.fromDns(this.#zone),
          })
        : Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
  }

  pointAt(distribution: Distribution): void {
    if (!this.#zone) return;
    const record = {
      zone: this.#zone,
      recordName: `${this.#name}.`,
      target: RecordTarget.fromAlias(new CloudFrontTarget(distribution)),
    };
    new ARecord(this, 'Address', record);
    new AaaaRecord(this, 'Address6', record);
  }
}
