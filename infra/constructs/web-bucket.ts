import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

export function webBucket(scope: Construct): Bucket {
  const bucket = new Bucket(scope, 'Web', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    // Otherwise the rollback of a failed first deployment would fail, because CloudFormation cannot delete a bucket
    // that has files. The bucket's name is generated, so the next attempt creates another one.
    removalPolicy: RemovalPolicy.RETAIN,
  });
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'Only the CDN reads it, and all it holds is the public web app; the CDN is what we watch',
  });
  return bucket;
}
