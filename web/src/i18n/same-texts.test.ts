// @vitest-environment node
import { expect, test } from 'vitest';

import { allTexts } from '../testing/all-texts.ts';

const texts = { pt: allTexts('pt'), en: allTexts('en'), es: allTexts('es') };

/** Names, and texts without a word of their own. */
const everywhere = [
  ...['Recado', 'WhatsApp', 'Alexa', 'Pro', 'Webhook', 'Total', 'Subtotal'],
  ...['{{ms}} ms', '{{stage}} {{ms}} ms', '{{contact}} · {{workspace}}'],
];

/** Words that two languages spell alike. */
const alike = {
  enPt: ['Menu', 'E-mail', 'Workspace', 'Workspaces', 'Workspace {{id}}'],
  enEs: ['Error', 'Plan'],
  ptEs: [
    ...['Anterior', 'Anual', 'Código', 'Grupo', 'Grupos', 'Idioma', 'Nunca', 'Uso justo', 'Voz', 'consulta'],
    ...['Cancelar', 'Conectar WhatsApp', 'Desconectar', 'Desvincular', 'Instalar', 'Reconectar', 'Usar existente'],
    ...['Buscar grupos', 'Filtrar grupos', 'Vincular grupo', 'Conectando', 'Conectado', 'Copiado', 'Desconectado'],
    ...['Vinculada', 'Grupo vinculado', 'Número desvinculado', 'WhatsApp conectado', 'WhatsApp desconectado'],
    ...['Idioma: {{language}}', 'Página {{page}} de {{pages}}', 'Páginas de grupos', 'por {{who}}'],
    ...['{{count}} grupo', '{{count}} grupos', '12 meses a {{amount}}', 'Pro anual', 'Recado para Alexa'],
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
  expect(known.filter((text) => !same.some(([, theirs]) => theirs === text))).toEqual([]);
});
