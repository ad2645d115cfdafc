import { describe, expect, test } from 'vitest';

import { isEverydayCommand } from './everyday-phrases.ts';

describe('isEverydayCommand', () => {
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
    'Goodnight',
    'Goodnight everyone',
    'Sleep tight, love',
    'Dinner is ready',
    'Dinner’s ready!',
    'Time for bed',
    'Heading home',
    'Jantar pronto',
    'O almoço tá pronto',
    'Bons sonhos',
    'Dorme bem',
    'Durmam bem, meninos',
    'Estou chegando em casa',
    'Hora de dormir',
    'Dulces sueños, mi amor',
    'Que descansen',
    'La cena está lista',
    'A comer',
    'Estoy llegando a casa',
  ])('accepts %j, which people write in chats', (name) => {
    expect(isEverydayCommand(name, null)).toBe(true);
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
    'Dinner lights',
    'Jantar',
    'Dormir',
    'Cena romántica',
    '',
  ])('rejects %j, a name that only a command contains', (name) => {
    expect(isEverydayCommand(name, null)).toBe(false);
  });

  test.each([
    ['boa', 'Noite', true],
    ['Boa', 'noite, família', true],
    ['Dinner', 'is ready', true],
    ['casa', 'Boa noite', false],
    ['/', 'Boa noite', false],
    ['!', 'Goodnight', false],
  ])('reads the prefix %j and the name %j together', (prefix, name, isEveryday) => {
    expect(isEverydayCommand(name, prefix)).toBe(isEveryday);
  });
});
