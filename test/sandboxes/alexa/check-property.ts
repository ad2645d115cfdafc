import { isRecord } from '../kit.ts';
import { moment, object, text, type Problems } from './check.ts';

type Property = { name: string; value: string; at: string };

/** Returns `namespace name`, the value, and the time of its sample. */
export function checkProperty(problems: Problems, at: string, value: unknown): Property {
  const needed = ['namespace', 'name', 'value', 'timeOfSample', 'uncertaintyInMilliseconds'];
  const found = object(problems, at, value, needed);
  const name = `${String(found?.['namespace'])} ${String(found?.['name'])}`;
  const uncertainty = found?.['uncertaintyInMilliseconds'];
  if (uncertainty !== undefined && !(Number.isInteger(uncertainty) && Number(uncertainty) >= 0)) {
    problems.push(`${at}.uncertaintyInMilliseconds must be a whole number from 0`);
  }
  return {
    name,
    value: readValue(problems, at, name, found?.['value']),
    at: moment(problems, `${at}.timeOfSample`, found?.['timeOfSample']),
  };
}

function readValue(problems: Problems, at: string, name: string, value: unknown): string {
  if (name === 'Alexa.ContactSensor detectionState')
    return text(problems, `${at}.value`, value, /^(DETECTED|NOT_DETECTED)$/);
  if (name === 'Alexa.EndpointHealth connectivity') {
    const inner = object(problems, `${at}.value`, value, ['value'], ['reason']);
    return text(problems, `${at}.value.value`, isRecord(inner) ? inner['value'] : undefined, /^(OK|UNREACHABLE)$/);
  }
  problems.push(`${at}: the property ${name} is not imitated here`);
  return '';
}
