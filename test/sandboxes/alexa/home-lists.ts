import { html, type Html } from '../kit-html.ts';
import type { HomeEvent, LogEntry } from './entities.ts';

const SHOWN = 30;

export function eventList(events: readonly HomeEvent[]): Html {
  if (events.length === 0) return html`<p class="soft">Nothing yet. Run a trigger.</p>`;
  return html`<ul class="rows events">
    ${events.slice(0, SHOWN).map(eventRow)}
  </ul>`;
}

function eventRow(event: HomeEvent): Html {
  const tone = event.routine !== null ? 'good' : event.problem !== null ? 'bad' : '';
  return html`<li data-event="${event.messageId}">
    <time class="soft small">${event.at.slice(11, 23)}</time>
    <div>
      <b>${event.friendlyName ?? 'Unknown device'}</b>${event.known ? undefined : html`<code>${event.deviceId}</code>`}
      <span class="chip ${tone}">${event.routine ?? event.problem ?? 'heard, no routine'}</span>
      ${event.ranMs === undefined ? undefined : html`<span class="chip good">Ran after ${(event.ranMs / 1000).toFixed(1)} s</span>`}
    </div>
    <span class="ms">${event.ms} ms</span>
  </li>`;
}

export function logList(log: readonly LogEntry[]): Html {
  if (log.length === 0) return html`<p class="soft">None yet.</p>`;
  return html`<ul class="rows events">
    ${log.slice(0, SHOWN).map(logRow)}
  </ul>`;
}

function logRow({ id, at, from, name, text, problems, ms, message }: LogEntry): Html {
  return html`<li>
    <time class="soft small">${at.slice(11, 23)}</time>
    <div>
      <b>${from === 'alexa' ? 'Alexa to skill' : 'Skill to Alexa'}: ${name}</b><span class="soft small">${text}</span>
      ${problems.length > 0 ? html`<span class="chip bad">${problems.join('; ')}</span>` : undefined}
      ${
        message === ''
          ? undefined
          : html`<details data-kept="${id}">
              <summary>Message</summary>
              <pre>${message}</pre>
            </details>`
      }
    </div>
    <span class="ms">${ms === null ? '' : `${ms} ms`}</span>
  </li>`;
}
