import { html, type Html } from '../kit-html.ts';
import type { SandboxPerson } from '../world.ts';
import { ineligibleTexts, stageFor } from './enablement/eligibility.ts';
import type { AlexaDevice, AlexaHome } from './entities.ts';
import { act } from './home-act.ts';
import { eventList, logList } from './home-lists.ts';
import { reactionForms, routineList } from './routine-parts.ts';
import type { AlexaStore } from './store.ts';

export function homeParts(person: SandboxPerson, home: AlexaHome, store: AlexaStore): Html {
  const at = `/alexa/home/${person.key}`;
  return html`<section class="card echo" data-newest="${home.events[0]?.messageId ?? ''}">
      <div class="puck" aria-hidden="true"><i></i></div>
      <div class="words">
        <h2>Echo</h2>
        <p class="says" role="status">${home.says}</p>
        <p class="chips">
          <span class="chip ${home.skillEnabled ? 'good' : ''}"
            >${home.skillEnabled ? 'Skill enabled' : 'Skill not enabled'}</span
          >
          ${home.skillEnabled && home.linkGrant === undefined ? html`<span class="chip bad">Account link deleted</span>` : undefined}
          ${home.stage === 'development' ? html`<span class="chip">Development stage</span>` : undefined}
          ${home.grantHeld ? html`<span class="chip bad">AcceptGrant held back</span>` : undefined}
          ${inStore(store, home)}
          ${store.clock.stands(home) ? html`<span class="chip bad">Time stands still</span>` : undefined}
        </p>
        <div class="acts">
          ${home.grantHeld ? act(at, 'grant', 'Send AcceptGrant') : undefined}
          ${home.skillEnabled ? html`${act(at, 'discover', 'Discover devices', 'main')}${act(at, 'disable', 'Disable skill')}` : act(at, 'enable', 'Enable skill', 'main')}
        </div>
        <form class="add" method="post" action="${at}/advance">
          <label for="pass">Seconds that pass</label>
          <input id="pass" name="seconds" type="number" min="0" step="any" value="10" required /><button>
            Let time pass
          </button>
        </form>
        <p class="soft small">
          In this home alone. <a href="/#clock">The clock of everything</a> moves the others as well.
        </p>
        <form class="talk" method="post" action="${at}/say">
          <label class="hide" for="phrase">Say to Alexa</label>
          <input id="phrase" name="phrase" placeholder="turn on good night" autocomplete="off" required /><button>
            Say
          </button>
        </form>
      </div>
    </section>
    <div class="cols">
      <section class="card">
        <h2>Devices it knows <span class="soft">${home.devices.length}</span></h2>
        ${deviceList(at, home)}
      </section>
      <section class="card">
        <h2>Routines <span class="soft">${home.routines.length}</span></h2>
        ${reactionForms(at, home)} ${routineList(at, home)}
      </section>
    </div>
    <section class="card">
      <h2>What it heard</h2>
      ${eventList(home.events)}
    </section>
    <section class="card">
      <h2>Messages</h2>
      ${logList(home.log)}
    </section>`;
}

/** Whether the user can find the skill in the Alexa app. */
function inStore(store: AlexaStore, home: AlexaHome): Html | undefined {
  const stage = stageFor(store.skillOf(home), { ...home, skillEnabled: false });
  return stage === 'live' || stage === 'development'
    ? undefined
    : html`<span class="chip bad">${ineligibleTexts[stage]}</span>`;
}

function deviceList(at: string, home: AlexaHome): Html {
  if (home.devices.length === 0) {
    return html`<p class="soft">None yet. Alexa learns devices by discovery and by device reports only.</p>`;
  }
  return html`<ul class="rows">
    ${home.devices.map((one) => deviceRow(at, home, one))}
  </ul>`;
}

function deviceRow(at: string, home: AlexaHome, device: AlexaDevice): Html {
  const hasRoutine = home.routines.some((one) => one.deviceId === device.deviceId);
  const means = [device.voice ? 'voice' : '', device.starter ? `starts routines (${device.starter.kind})` : ''].filter(
    Boolean,
  );
  return html`<li data-device="${device.deviceId}">
    <div>
      <b>${device.friendlyName}</b><span class="soft small">${means.join(', ')}; learnt by ${device.via}</span>
      <code>${device.deviceId}</code>
    </div>
    ${hasRoutine || !device.starter ? undefined : newRoutine(at, device.deviceId)}
  </li>`;
}

/** The second button creates a routine that fires its own trigger, a loop that the skill has to detect. */
function newRoutine(at: string, deviceId: string): Html {
  return html`<div class="acts">
    ${act(at, 'routines', 'Create routine', '', { deviceId })}${act(at, 'routines', 'With its own trigger', '', { deviceId, scenes: deviceId })}
  </div>`;
}
