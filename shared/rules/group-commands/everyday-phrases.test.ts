import { describe, expect, test } from 'vitest';

import { isEverydayPhrase } from './everyday-phrases.ts';

describe('isEverydayPhrase', () => {
  test.each([
    'Bom dia!',
    'Já cheguei',
    'Estou em casa',
    "I'm home",
    'I’m home',
    'im home',
    "You're welcome",
    'Good night 🌙',
    'Ya llegué a casa',
    'Boa noite, família',
    'Boa noite a todos',
    'Bom dia a toda a família',
    'Tchau, meu amor',
    'Good night everyone',
    'Good morning to all my friends',
    'Thank you all',
    "Hi y'all",
    'Hey there',
    'Buenas noches a todos',
    'Hola, mi amor',
    'Hola a toda la familia',
    'Chegamos',
    'Chegamos, pessoal',
    'Chegamos em casa',
    'Estamos em casa',
    'Saindo',
    'Saindo de casa',
    'Vou dormir',
    'Llegamos',
    'Ya llegamos',
    'Estamos en casa',
    'Me voy a dormir',
    "We're home",
    'Going to bed',
    'Feliz Natal, família',
    'Merry Christmas everyone',
    'Feliz Navidad',
    'Vamos',
  ])('accepts %j, which people write in chats', (name) => {
    expect(isEverydayPhrase(name)).toBe(true);
  });

  test.each([
    'Boa noite quarto',
    'Boa noite Alexa',
    'Good night lights',
    'Good morning kitchen',
    'Buenas noches sala',
    'Bom dia casa',
    'Cool all',
    'Home family room',
    'Família',
    'A todos',
    'Luz da sala',
    'Hora do filme',
    'Saindo da garagem',
    '',
  ])('rejects %j, a name that only a command contains', (name) => {
    expect(isEverydayPhrase(name)).toBe(false);
  });
});
