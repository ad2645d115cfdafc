import { type AppConfig, appConfig } from '#shared/contracts/app-config.ts';

let loaded: Promise<AppConfig> | undefined;

/** Loads the configuration once; a failed load may be repeated. */
export function loadConfig(): Promise<AppConfig> {
  loaded ??= fetchConfig().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function fetchConfig(): Promise<AppConfig> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`config.json: ${response.status}`);
  return appConfig.parse(await response.json());
}
