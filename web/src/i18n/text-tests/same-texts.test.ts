// @vitest-environment node
import { expect, test } from 'vitest';

import { allTexts } from '#web/testing/all-texts.ts';

const texts = { pt: allTexts('pt'), en: allTexts('en'), es: allTexts('es') };

/** Names, and texts without words. */
const everywhere = [
  'Recado',
  'WhatsApp',
  'Alexa',
  'Pro',
  'Webhook',
  'Total',
  'Subtotal',
  'curl',
  'JavaScript',
  'Python',
  'Home Assistant',
  'https://{{store}}/dp/{{number}}?language={{locale}}',
  '{{ms}} ms',
  '{{stage}} {{ms}} ms',
  '{{contact}} · {{workspace}}',
];

const alike = {
  enPt: [
    'Menu',
    'E-mail',
    'Status',
    'Workspace',
    'Workspaces',
    'Workspace {{id}}',
    '{{count}} workspace',
    '{{count}} workspaces',
  ],
  enEs: ['Error', 'Error {{status}}: {{detail}}', 'No', 'Plan'],
  ptEs: [
    'Anterior',
    'Anual',
    'Código',
    'Grupo',
    'Grupos',
    'Idioma',
    'Nunca',
    'Uso justo',
    'Voz',
    'consulta',
    'Cancelar',
    'Conectar WhatsApp',
    'Desconectar',
    'Desvincular',
    'Instalar',
    'Reconectar',
    'Usar existente',
    'Buscar grupos',
    'Filtrar grupos',
    'Vincular grupo',
    'Conectando',
    'Conectado',
    'Copiado',
    'Desconectado',
    'Vinculada',
    'Grupo vinculado',
    'Número desvinculado',
    'WhatsApp conectado',
    'WhatsApp desconectado',
    'Copiar',
    'Copiar {{part}}',
    'Texto para copiar',
    'Ocultar esta lista',
    'Iniciada por',
    'Resultado',
    'Todos',
    'Editar {{name}}',
    'De 3 a 110 caracteres.',
    'Idioma: {{language}}',
    'Página {{page}} de {{pages}}',
    'Páginas de grupos',
    'por {{who}}',
    '{{count}} grupo',
    '{{count}} grupos',
    '12 meses a {{amount}}',
    'Pro anual',
    'Recado para Alexa',
    'Alexa autorizada',
    'Perfil',
    'Importar',
    'Exportar',
    'Dispositivo',
    'Este dispositivo',
    'Último uso',
  ],
};

test.each([
  ['en', 'pt', alike.enPt],
  ['en', 'es', alike.enEs],
  ['pt', 'es', alike.ptEs],
] as const)('a text that is the same in %s and %s is a name, or words that both spell alike', (one, other, words) => {
  const same = [...texts[one]].filter(([key, text]) => texts[other].get(key) === text);
  const known = [...everywhere, ...words];
  expect(same.filter(([, text]) => !known.includes(text))).toEqual([]);
  expect(same.length).toBeGreaterThan(10);
});
