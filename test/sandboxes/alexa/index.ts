import type { AmazonStore } from '../amazon/store.ts';
import { html } from '../kit-html.ts';
import type { Sandbox } from '../kit.ts';
import type { SandboxWorld } from '../world.ts';
import type { Skill } from './directive.ts';
import { gatewayFails } from './gateway.ts';
import { alexaRoutes } from './routes.ts';
import type { AlexaStore } from './store.ts';

type Ends = { skill: Skill; skillEvents: Skill };

export function alexaSandbox(world: SandboxWorld, amazon: AmazonStore, ends: Ends, store: AlexaStore): Sandbox {
  return {
    name: 'alexa',
    title: 'Alexa: event gateway, skill enablement and home',
    imitates: [
      html`<a href="/alexa/home">The home</a>: each person's Echo, the devices it learnt by discovery and device
        reports, routines, and events as they arrive.`,
      'The gateway of three regions (/alexa/v3/events, /alexa/eu/v3/events, /alexa/fe/v3/events): checks token, region, skill and message, and answers 202.',
      'All other gateway answers by POST /alexa/_misbehave {"code": "THROTTLING_EXCEPTION"}; a status alone gives an empty body.',
      'Enabling the skill: account linking, AcceptGrant and Discover, with eight seconds of patience; directives and spoken phrases.',
      'Skill enablement of three regions (/alexa, /alexa/eu, /alexa/fe): GET v1/alexaApiEndpoint, and GET, POST and DELETE v1/users/~current/skills/{id}/enablement. POST spends authCode at /amazon/auth/o2/token, then come AcceptGrant and Discover. Failures by POST /alexa/_misbehave {"match": "POST /alexa/v1", "code": "invalidCredentials" | "incorrectEndpoint" | "badRequest" | "unauthorized" | "forbidden" | "notFound" | "conflict" | "tooManyRequests" | "internalError" | "unavailable"}.',
      'POST /alexa/_skill {person?, stages, countries, testers, delisted, subscriptions, ...}: the skill in console and store. POST /alexa/_enablement {person?, grant: "before" | "after" | "held" | "never", statusWhenEnabled: 201 | 409, grantsWhenEnabled, endpoints: [regions], events: "sent" | "held" | "twice" | "missing", tokens: "ended" | "kept"}: what is not known of Alexa. POST /alexa/_release {person?, what?: "grant" | "events"} sends what is held.',
      'Skill events SkillEnabled, SkillDisabled and SkillAccountLinked to the function skill-events, with a new userId at each enabling.',
      'POST /alexa/home/ana/enable, disable, discover, say {phrase}, region {region}, country {country}, grant, directive {namespace, name, endpointId?, payload?, token?} or {raw}.',
      'Routines, built on the page or by POST /alexa/home/ana/routines {deviceId or friendlyName, actions, or says? and scenes?}, forget {id}, action {id, kind: "wait" | "say" | "scene" | "play", seconds | text | scene | what}, remove-action {id, place}; music comes last. A routine that starts itself goes on for ever.',
      'POST /alexa/home/ana/advance {seconds} lets the time of routines pass, which stands still from then on; reaction {how: "usual" | "slow" | "mute", seconds?} is how late they start, if at all.',
    ],
    leavesOut: [
      'Speech',
      'Devices of other skills',
      'Other actions of routines than these four, and how long speech and music take',
      'Rate limits, because Amazon publishes none',
    ],
    routes: alexaRoutes({ world, store, amazon, ...ends }),
    fail: gatewayFails,
    personOf: ({ headers }) => amazon.personOf((headers['authorization'] ?? '').replace(/^Bearer /i, '')),
    time: {
      join: () => store.clock.join(),
      next: () => store.clock.nextAt(),
      run: () => store.clock.catchUp(),
      news: store.news,
    },
    store,
  };
}
