import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { Closers } from './closers.ts';
import { newSecrets, type LocalClients } from './settings.ts';

export async function secretsFileIn(directory: string | undefined, open: Closers): Promise<string> {
  if (directory !== undefined) return join(directory, 'secrets.json');
  const place = await mkdtemp(join(tmpdir(), 'recado-secrets-'));
  open.add(() => rm(place, { recursive: true, force: true }));
  return join(place, 'secrets.json');
}

export async function ensureSecrets(file: string, clients: LocalClients): Promise<string> {
  // Adds the secrets that a newer version of the product introduced.
  const secrets = { ...JSON.parse(newSecrets(clients)), ...(await readSecrets(file)) };
  await writeSecrets(file, secrets);
  return JSON.stringify(secrets);
}

export async function setSecret(file: string, name: string, value: unknown): Promise<void> {
  await writeSecrets(file, { ...(await readSecrets(file)), [name]: value });
}

export async function readSecrets(file: string): Promise<Record<string, unknown>> {
  const kept: unknown = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  return typeof kept === 'object' && kept !== null ? Object.fromEntries(Object.entries(kept)) : {};
}

/** Written with a rename, because functions may read the file at any time. */
async function writeSecrets(file: string, secrets: Record<string, unknown>): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
