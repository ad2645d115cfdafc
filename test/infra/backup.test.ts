import { expect, test } from 'vitest';

import { parseStage } from '#infra/config.ts';

import { appOf, full, minimal, resourcesOf, templatesOf } from './synthesised.ts';

const { backup, backupCopies } = templatesOf(full);
const plan = backup && resourcesOf(backup, 'AWS::Backup::BackupPlan')[0]?.Properties.BackupPlan;

test('copies backups only if the stage names another region', () => {
  const { backup: here, backupCopies: there } = appOf(minimal).stacks;
  expect([here, there]).toEqual([undefined, undefined]);
  const { stacks } = appOf(full);
  expect([stacks.backup?.region, stacks.backupCopies?.region]).toEqual(['us-east-1', 'us-west-2']);
});

test('creates the table and the vault in the other region before the first backup', () => {
  const { stacks } = appOf(full);
  expect(new Set(stacks.backup?.dependencies)).toEqual(new Set([stacks.data, stacks.backupCopies]));
});

test('backs up the table every night and copies the backup to the vault in the other region', () => {
  const [vault] = backupCopies ? resourcesOf(backupCopies, 'AWS::Backup::BackupVault') : [];
  expect(vault?.Properties.BackupVaultName).toBe('recado-full-backups');
  expect(plan.BackupPlanRule).toEqual([
    {
      RuleName: 'nightly',
      ScheduleExpression: 'cron(0 5 ? * * *)',
      TargetBackupVault: { Ref: 'Vault' },
      Lifecycle: { DeleteAfterDays: 14 },
      CopyActions: [
        {
          DestinationBackupVaultArn: 'arn:aws:backup:us-west-2:111122223333:backup-vault:recado-full-backups',
          Lifecycle: { DeleteAfterDays: 14 },
        },
      ],
    },
  ]);
});

test('backs up only the table, selected by its name', () => {
  const selections = backup ? resourcesOf(backup, 'AWS::Backup::BackupSelection') : [];
  const [table] = resourcesOf(templatesOf(full).data, 'AWS::DynamoDB::Table');
  expect(selections.map(({ Properties }) => Properties.BackupSelection.Resources)).toEqual([
    [`arn:aws:dynamodb:us-east-1:111122223333:table/${table?.Properties.TableName}`],
  ]);
});

test('keeps the vaults when their stacks are deleted, and protects the stacks', () => {
  const vaults = [backup, backupCopies].flatMap((template) =>
    template ? resourcesOf(template, 'AWS::Backup::BackupVault') : [],
  );
  expect(vaults.map(({ DeletionPolicy }) => DeletionPolicy)).toEqual(['RetainExceptOnCreate', 'RetainExceptOnCreate']);
  const { stacks } = appOf(full);
  expect([stacks.backup, stacks.backupCopies].map((stack) => stack?.terminationProtection)).toEqual([true, true]);
});

test.each([
  ['the region of the table', { region: 'us-east-1' }, 'backupCopies.region'],
  ['an unknown region', { region: 'oregon' }, 'backupCopies.region'],
  ['a region for zero days', { region: 'us-west-2', keepDays: 0 }, 'backupCopies.keepDays'],
])('rejects copies in %s and names the setting', (_what, backupSettings, name) => {
  expect(() => parseStage('prod', { backupCopies: backupSettings })).toThrow(name);
});
