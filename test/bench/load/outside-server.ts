import { createServer } from 'node:http';

import { listen } from '../../local/ports.ts';
import { answerMeasurements } from '../measured-child.ts';

// Stands in for Alexa's event gateway and Amazon's token endpoint. It forwards authorization codes to the sandbox and
// answers refresh requests itself.
let sandboxTokenUrl = '';
let lifeSeconds = 3600;
let renewals = 0;

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    if (request.url !== '/token') return response.writeHead(202, { 'content-length': 0 }).end();
    const body = Buffer.concat(parts).toString();
    if (body.includes('grant_type=refresh_token')) return send(200, renewedToken());
    void fetch(sandboxTokenUrl, { method: 'POST', body, headers: { 'content-type': form, ...basic(request.headers) } })
      .then(async (answer) => send(answer.status, await answer.text()))
      .catch(() => response.destroy());
  });
  const send = (status: number, text: string): void => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
    response.end(text);
  };
});

const form = 'application/x-www-form-urlencoded';
const basic = ({ authorization }: { authorization?: string }) => (authorization === undefined ? {} : { authorization });

function renewedToken(): string {
  renewals += 1;
  const access = `bench-${renewals}-${'x'.repeat(300)}`;
  return JSON.stringify({ access_token: access, token_type: 'bearer', expires_in: lifeSeconds });
}

server.keepAliveTimeout = 60_000;
const port = await listen(server, 0, 'PORT');
answerMeasurements(
  { url: `http://127.0.0.1:${port}` },
  (word) => {
    if (typeof word !== 'object' || word === null) return;
    if ('sandboxTokenUrl' in word) sandboxTokenUrl = String(word.sandboxTokenUrl);
    if ('lifeSeconds' in word) lifeSeconds = Number(word.lifeSeconds);
  },
  () => server.closeAllConnections(),
);
