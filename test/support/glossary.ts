import type { Language } from '#shared/rules/language.ts';

/** A star in a form matches any ending (`trigger*`). `but` lists exceptions by text key, with their reasons. */
type Term = {
  means: string;
  en: readonly string[];
  pt: readonly string[];
  es: readonly string[];
  but?: Readonly<Record<string, string>>;
};

/** `say` is the word to use instead; `but` lists exceptions. */
type Avoided = { words: readonly string[]; say: string; but?: Readonly<Record<string, string>> };

/** WhatsApp in Portuguese connects devices; in English and Spanish it links them. */
const whatsappsOwn = 'said as WhatsApp says it';

export const terms: readonly Term[] = [
  {
    means: 'a unit with one Amazon account, its triggers and its groups',
    en: ['workspace*'],
    pt: ['workspace*'],
    es: ['espacio* de trabajo'],
  },
  {
    means: 'an action that users create, name and run',
    en: ['trigger*'],
    pt: ['gatilho*'],
    es: ['disparador*'],
    but: { 'triggers.errors.delete': 'promised word for word' },
  },
  { means: 'the actions that Alexa performs when a trigger runs', en: ['routine*'], pt: ['rotina*'], es: ['rutina*'] },
  { means: 'our part of Alexa, which the user enables', en: ['skill*'], pt: ['skill*'], es: ['skill*'] },
  {
    means: 'to start a trigger; one such start',
    en: ['run', 'runs', 'ran', 'running'],
    pt: ['executar', 'execut*', 'execuç*'],
    es: ['ejecutar', 'ejecut*', 'ejecút*', 'ejecuci*'],
    but: {
      'login.lead': 'a line that Portuguese keeps short without a verb',
      'triggers.lead': 'a line that Portuguese keeps short without a verb',
      'refusals.subscription.notRunning': 'a subscription that is in force',
      'snippets.hints.javascript': 'a script that works as it is',
      'terms.sections.s8.text': 'a service that is kept up',
    },
  },
  {
    means: 'a run that we start at a set time',
    en: ['scheduled run*'],
    pt: ['execuç* programada*'],
    es: ['ejecuci* programada*'],
  },
  {
    means: 'the runs of a trigger, newest first',
    en: ['run history'],
    pt: ['histórico de execuções'],
    es: ['historial de ejecuciones'],
  },
  {
    means: 'the address that runs a trigger',
    en: ['webhook URL*'],
    pt: ['URL* do webhook', 'URL* de webhook'],
    es: ['URL del webhook', 'URL de webhook'],
  },
  { means: 'the confidential part of a webhook URL', en: ['secret*'], pt: ['segredo*'], es: ['secreto*'] },
  {
    means: 'the account whose Alexa runs the triggers',
    en: ['Amazon account*'],
    pt: ['conta* Amazon'],
    es: ['cuenta* de Amazon'],
  },
  {
    means: 'to assign an account or a group to a workspace',
    en: ['link', 'links', 'linked', 'linking'],
    pt: ['vincular', 'vincul*', 'vínculo*'],
    es: ['vincular', 'vincul*', 'víncul*', 'vincúl*'],
    but: {
      'refusals.auth.stateInvalid': 'an address to click',
      'subscription.notFound.text': 'an address to click',
      'selectGroup.noneHint': 'an address to click',
      'whatsapp.warning.text': whatsappsOwn,
      'pairing.step2': whatsappsOwn,
      'pairing.step3': whatsappsOwn,
      'pairing.typed.step3': whatsappsOwn,
      'pairing.byNumber': whatsappsOwn,
      'numberDialogs.disconnect.text': whatsappsOwn,
    },
  },
  {
    means: 'to undo linking',
    en: ['unlink*'],
    pt: ['desvincular', 'desvincul*'],
    es: ['desvincular', 'desvincul*', 'desvincúl*'],
  },
  {
    means: 'to attach a WhatsApp number, or Alexa, to a workspace',
    en: ['connect*'],
    pt: ['conectar', 'conect*', 'conex*'],
    es: ['conectar', 'conect*', 'conéct*', 'conexi*'],
  },
  {
    means: 'to undo connecting',
    en: ['disconnect*'],
    pt: ['desconectar', 'desconect*'],
    es: ['desconectar', 'desconect*', 'desconéct*'],
  },
  { means: 'a WhatsApp group whose messages run triggers', en: ['group', 'groups'], pt: ['grupo*'], es: ['grupo*'] },
  {
    means: 'a request in a group message',
    en: ['command*'],
    pt: ['comando*'],
    es: ['comando*'],
    but: {
      'snippets.hints.curl': 'a program of Windows, by its name there',
      'machines.hints.curl': 'a program of Windows, by its name there',
      'snippets.hints.homeAssistant': 'a word of Home Assistant that is not translated',
    },
  },
  {
    means: 'a trigger as Alexa sees it',
    en: ['device*'],
    pt: ['dispositivo*'],
    es: ['dispositivo*'],
    but: { 'terms.sections.s4.text': 'medical equipment' },
  },
  { means: 'the app for setting up Alexa', en: ['Alexa app'], pt: ['app Alexa'], es: ['app Alexa'] },
  { means: 'Free or Pro', en: ['plan', 'plans'], pt: ['plano*'], es: ['plan', 'planes'] },
  { means: 'five days of Pro', en: ['trial*'], pt: ['teste'], es: ['prueba'] },
  { means: 'a trial, when we offer it', en: ['free trial*'], pt: ['teste grátis'], es: ['prueba gratis'] },
  { means: 'Pro for one workspace', en: ['subscription*'], pt: ['assinatura*'], es: ['suscripción', 'suscripci*'] },
  { means: 'to start a subscription', en: ['subscribe*'], pt: ['assinar', 'assin*'], es: ['suscribirse', 'suscrib*'] },
  { means: 'a month or a year', en: ['billing period'], pt: ['período de cobrança'], es: ['período de facturación'] },
  {
    means: 'the page for invoices and cancellation',
    en: ['billing portal'],
    pt: ['portal de cobrança', 'portal'],
    es: ['portal de facturación', 'portal'],
  },
  { means: 'a card or similar', en: ['payment method*'], pt: ['forma de pagamento'], es: ['forma de pago'] },
  { means: 'to collect a payment', en: ['charge', 'charged'], pt: ['cobrar', 'cobr*'], es: ['cobrar', 'cobr*'] },
  { means: 'the bill for a charge', en: ['invoice*'], pt: ['fatura*'], es: ['factura*'] },
  {
    means: 'to continue for another billing period',
    en: ['renew*'],
    pt: ['renovar', 'renov*'],
    es: ['renovar', 'renov*', 'renuev*'],
  },
  {
    means: 'to end a subscription; to close a dialog without saving',
    en: ['cancel*'],
    pt: ['cancelar', 'cancel*'],
    es: ['cancelar', 'cancel*'],
  },
  { means: 'the first page', en: ['dashboard'], pt: ['painel'], es: ['panel'] },
  {
    means: 'to enter Recado with Amazon or Google',
    en: ['sign in', 'signed in', 'sign-in', 'signing in'],
    pt: ['entrar', 'entr*', 'login'],
    es: ['iniciar sesión', 'inici* sesión', 'inici* de sesión', 'inicio de sesión', 'sesión iniciada'],
    but: {
      'amazonAuth.none.other.text': 'at Amazon, not into Recado',
      'amazonAuth.move.why': 'at Amazon, not into Recado',
    },
  },
  {
    means: 'to leave Recado',
    en: ['sign out'],
    pt: ['sair'],
    es: ['cerrar sesión'],
    but: {
      'amazonAuth.otherLinked.reconnect': 'of Amazon',
      'refusals.amazon.otherAccountLinked': 'of Amazon',
      'amazonAuth.move.why': 'of Amazon',
    },
  },
  {
    means: 'to remove a trigger permanently',
    en: ['delete*'],
    pt: ['excluir', 'exclu*'],
    es: ['eliminar', 'elimin*'],
  },
  {
    means: 'to turn on the skill (term of the Alexa app); our button says "Activate skill"',
    en: ['enable*', 'enabling'],
    pt: ['ativ*'],
    es: ['activ*', 'actív*'],
  },
  {
    means: 'to turn off the skill',
    en: ['disable*', 'disabling'],
    pt: ['desativ*'],
    es: ['desactiv*', 'desactív*'],
  },
  {
    means: 'to put a workspace or the skill to use',
    en: ['activate*'],
    pt: ['ativar', 'ativ*'],
    es: ['activar', 'activ*', 'actív*'],
  },
  {
    means: 'to take a workspace out of use',
    en: ['deactivate', 'deactivat*'],
    pt: ['desativar', 'desativ*'],
    es: ['desactivar', 'desactiv*'],
  },
  {
    means: 'a workspace that is out of use',
    en: ['inactive'],
    pt: ['inativo', 'inativ*'],
    es: ['inactivo', 'inactiv*'],
  },
  {
    means: 'the workspace in which a user starts',
    en: ['default'],
    pt: ['padrão'],
    es: ['predeterminado', 'predeterminad*'],
  },
  {
    means: 'a separate secret for an app or a person',
    en: ['access key*'],
    pt: ['chave* de acesso'],
    es: ['clave* de acceso'],
  },
  {
    means: 'when, where and by whom a trigger can be run',
    en: ['condition', 'conditions'],
    pt: ['condição', 'condições'],
    es: ['condición', 'condiciones'],
  },
  {
    means: 'a replacement for a password',
    en: ['passkey'],
    pt: ['chave de acesso (passkey)', 'passkey'],
    es: ['clave de acceso (passkey)', 'passkey'],
  },
];

export const avoided: Readonly<Record<Language, readonly Avoided[]>> = {
  en: [
    { words: ['fire', 'fires', 'fired', 'execut*'], say: 'run' },
    { words: ['webhook address*'], say: 'webhook URL' },
    { words: ['cancelled', 'organis*', 'colour*', 'behaviour*', 'favour*', 'licence'], say: 'the American spelling' },
    {
      words: ['log in', 'login', 'log out', 'logout', 'logged in', 'logged out'],
      say: 'sign in, sign out',
    },
    { words: ['e-mail*'], say: 'email' },
    { words: ['credit card'], say: 'payment method' },
    {
      words: ['switch the skill', 'skill off and on', 'skill is on', 'switched off in the Alexa app'],
      say: 'enable, disable',
    },
    { words: ['taken back'], say: 'revoked' },
    { words: ['application'], say: 'app' },
  ],
  pt: [
    { words: ['trigger*'], say: 'gatilho', but: { 'triggers.errors.delete': 'promised word for word' } },
    { words: ['espaço* de trabalho'], say: 'workspace' },
    { words: ['dispar*', 'acion*'], say: 'executar' },
    { words: ['apag*', 'delet*', 'elimin*'], say: 'excluir' },
    { words: ['ligad*', 'deslig*'], say: 'ativar, desativar' },
    { words: ['gratuit*'], say: 'grátis' },
    { words: ['aplicativo*', 'aplicação'], say: 'app' },
    { words: ['aparelho*'], say: 'dispositivo' },
    { words: ['conta* da Amazon'], say: 'conta Amazon' },
    { words: ['dashboard', 'painel de controle'], say: 'painel' },
    { words: ['subscri*', 'inscri*'], say: 'assinatura' },
    { words: ['faturamento', 'método* de pagamento', 'meio* de pagamento'], say: 'cobrança, forma de pagamento' },
    { words: ['endereço* de webhook', 'link* de webhook'], say: 'URL do webhook' },
    { words: ['email*', 'correio'], say: 'e-mail' },
    { words: ['logar', 'deslogar', 'logout'], say: 'entrar, sair' },
    {
      words: ['ecrã', 'telemóvel', 'utilizador*', 'ficheiro*', 'palavra-passe', 'registo*', 'contacto*'],
      say: 'the Brazilian word',
    },
    { words: ['permissão retirada', 'foi retirada'], say: 'revogada' },
    { words: ['tu', 'teu', 'teus', 'tua', 'tuas', 'te', 'vós', 'vosso*', 'o senhor'], say: 'você' },
  ],
  es: [
    { words: ['workspace*', 'área* de trabajo'], say: 'espacio de trabajo' },
    { words: ['trigger*', 'gatillo*', 'activador*'], say: 'disparador' },
    { words: ['disparar', 'dispare*', 'dispara'], say: 'ejecutar' },
    { words: ['borrar el', 'borrar grupo*', 'borrar disparador*', 'borrad*', 'borre*', 'suprim*'], say: 'eliminar' },
    { words: ['gratuit*'], say: 'gratis' },
    { words: ['aplicación', 'aplicaciones'], say: 'app' },
    { words: ['dashboard', 'tablero', 'escritorio'], say: 'panel' },
    { words: ['membresía', 'abono'], say: 'suscripción' },
    { words: ['método* de pago', 'medio* de pago', 'importes'], say: 'forma de pago, monto' },
    { words: ['período de cobro'], say: 'período de facturación' },
    { words: ['dirección* de webhook', 'direcciones de webhook'], say: 'URL del webhook' },
    { words: ['email*', 'e-mail*', 'mail'], say: 'correo electrónico' },
    { words: ['habilit*', 'deshabilit*', 'apagad*', 'encendid*', 'encender'], say: 'activar, desactivar' },
    { words: ['comprob*', 'compruebe*'], say: 'verificar' },
    {
      words: ['ordenador*', 'móvil', 'móviles', 'fichero*', 'añad*', 'puls*', 'clicar', 'coger', 'altavoz'],
      say: 'the Latin American word',
    },
    { words: ['permiso retirado', 'se retiró'], say: 'revocado' },
    { words: ['traslad*', 'trasláde*'], say: 'mover' },
    { words: ['vos', 'vosotros', 'vuestr*'], say: 'tú' },
  ],
};

const patternOf = (form: string): RegExp => {
  const words = form.replaceAll('*', String.raw`\p{L}*`).replaceAll(' ', String.raw`\s+`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}-])${words}(?![\p{L}\p{N}])`, 'iu');
};

/** Matches outside of placeholders and link targets. */
export const has = (text: string, forms: readonly string[]): boolean => {
  const words = text.replaceAll(/\{\{.*?\}\}|\]\(.*?\)/g, ' ');
  return forms.some((form) => patternOf(form).test(words));
};
