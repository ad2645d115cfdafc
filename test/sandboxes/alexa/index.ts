import type { AmazonStore } from '../amazon/store.ts';
import { html } from '../kit-html.ts';
import type { Sandbox } from '../kit.ts';
import type { SandboxWorld } from '../world.ts';
import type { Skill } from './directive.ts';
import { gatewayFails } from './gateway.ts';
import { alexaRoutes } from './routes.ts';
import type { AlexaStore } from './store.ts';

export function alexaSandbox(world: SandboxWorld, amazon: AmazonStore, skill: Skill, store: AlexaStore): Sandbox {
  return {
    name: 'alexa',
    title: 'Alexa event gateway and home',
    imitates: [
      html`<a href="/alexa/home">The home</a>: each person's Echo, the devices it learnt by discovery and device
        reports, routines, and events as they arrive.`,
      'The gateway of three regions (/alexa/v3/events, /alexa/eu/v3/events, /alexa/fe/v3/events): checks token, region, skill and message, and answers 202.',
      'All other gateway answers by POST /alexa/_misbehave {"code": "THROTTLING_EXCEPTION"}; a status alone gives an empty body.',
      'Enabling the skill: account linking, AcceptGrant and Discover, with eight seconds of patience; directives and spoken phrases.',
      'POST /alexa/home/ana/enable, disable, discover, say {phrase}, routines {deviceId or friendlyName, says?, scenes?}, forget {id}, region {region}, directive {namespace, name, endpointId?, payload?, token?} or {raw}.',
    ],
    leavesOut: [
      'Speech',
      'Devices of other skills',
      'What a routine does beyond saying something and starting scenes (five deep at most)',
      'Rate limits of its own, as none are published',
    ],
    routes: alexaRoutes({ world, store, amazon, skill }),
    fail: gatewayFails,
    store,
  };
}
