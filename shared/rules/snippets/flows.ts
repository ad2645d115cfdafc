import { authorizationOf, type WebhookCall } from './webhook-call.ts';

/** n8n accepts this JSON from the clipboard. https://docs.n8n.io/workflows/export-import/ */
export function n8nNode(call: WebhookCall): string {
  const headers = [{ name: 'Authorization', value: authorizationOf(call) }];
  const node = {
    name: call.name,
    type: 'n8n-nodes-base.httpRequest',
    typeVersion: 4.2,
    position: [0, 0],
    parameters: { method: 'POST', url: call.url, sendHeaders: true, headerParameters: { parameters: headers } },
  };
  return JSON.stringify({ nodes: [node], connections: {} }, undefined, 2);
}

/** A button, the request and its response. https://nodered.org/docs/user-guide/editor/workspace/import-export */
export function nodeRedFlow(call: WebhookCall): string {
  const header = { keyType: 'other', keyValue: 'Authorization', valueType: 'other', valueValue: authorizationOf(call) };
  const id = (part: string): string => `recado-${call.workspaceId}-${call.deviceId}-${part}`;
  const flow = [
    { id: id('button'), type: 'inject', name: call.name, props: [], x: 150, y: 80, wires: [[id('request')]] },
    {
      id: id('request'),
      type: 'http request',
      name: 'Recado',
      method: 'POST',
      ret: 'obj',
      url: call.url,
      headers: [header],
      x: 330,
      y: 80,
      wires: [[id('answer')]],
    },
    { id: id('answer'), type: 'debug', name: '', complete: 'payload', x: 510, y: 80, wires: [] },
  ];
  return JSON.stringify(flow, undefined, 2);
}
