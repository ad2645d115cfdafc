import { productName } from '../../product.ts';
import type { FailedOutcome } from '../execution/outcomes.ts';
import type { Language } from '../language.ts';
import type { Limit } from './limits.ts';

export type GroupFailure =
  | FailedOutcome
  /** The skill is disabled, and the user can fix it in the Alexa app. */
  | 'skillOff'
  /** The skill is disabled, and the user can fix it on our page. */
  | 'skillOffHere'
  /** Alexa did not accept the trigger's device. */
  | 'notInAlexa'
  /** The routine stopped confirming runs. */
  | 'silent'
  | 'gone'
  | 'busy';

export type GroupTexts = {
  help: (list: string, status: string, help: string) => string;
  prefix: (prefix: string) => string;
  /** Explains the reaction under a message. */
  reaction: string;
  sentReaction: string;
  listTitle: string;
  off: string;
  noTriggers: string;
  noneHere: string;
  more: (count: number) => string;
  ready: (triggers: number) => string;
  didYouMean: (name: string) => string;
  /** The home confirmed the run. */
  ran: (seconds: string) => string;
  awaited: (name: string) => string;
  shared: (name: string) => string;
  unconfirmed: (name: string) => string;
  couldNotConfirm: string;
  tooMuch: Readonly<Record<Limit, string>>;
  nextAt: (time: string) => string;
  failed: Readonly<Record<GroupFailure, (name: string) => string>>;
};

const say = (text: string) => (): string => text;

const pt: GroupTexts = {
  help: (list, status, help) =>
    `Escreva o nome de um gatilho para executá-lo. Qualquer pessoa do grupo pode.\n${list}: mostra os gatilhos\n${status}: diz se está tudo pronto\n${help}: mostra esta mensagem`,
  prefix: (prefix) => `Neste grupo, cada comando começa com ${prefix}.`,
  reaction: 'na sua mensagem, diz que a Alexa recebeu o comando ou, onde a rotina confirma, que ela foi executada',
  sentReaction: 'a Alexa recebeu o comando, e a rotina não confirmou a tempo',
  listTitle: 'Gatilhos:',
  off: '(desativado)',
  noTriggers: `Ainda não há gatilhos. Crie um no ${productName}, em Gatilhos.`,
  noneHere: 'Nenhum gatilho pode ser executado aqui: estão desativados ou só são executados de outras formas.',
  more: (count) => `e mais ${count}`,
  ready: (count) =>
    `Tudo pronto: ${count === 1 ? '1 gatilho pode ser executado' : `${count} gatilhos podem ser executados`} aqui.`,
  didYouMean: (name) => `Você quis dizer *${name}*?`,
  ran: (seconds) => `executado após ${seconds} s`,
  awaited: (name) => `*${name}* foi enviado à Alexa, e a rotina ainda não confirmou.`,
  shared: (name) =>
    `*${name}* foi enviado à Alexa. A rotina confirmou, mas havia mais de uma execução em aberto e não dá para saber qual.`,
  unconfirmed: (name) => `*${name}* foi enviado à Alexa, mas a rotina não confirmou a execução.`,
  couldNotConfirm: 'Não foi possível confirmar se o comando foi executado. Confira em casa antes de repetir.',
  tooMuch: {
    sender: 'Cada pessoa pode enviar até 6 comandos por minuto. Espere um pouco.',
    group: 'Este grupo pode enviar até 20 comandos por minuto. Espere um pouco.',
    trigger: 'Este gatilho acabou de receber um comando. Espere 3 segundos.',
  },
  nextAt: (time) => `Será possível a partir de ${time}.`,
  failed: {
    workspaceInactive: say(`Este workspace está inativo. Ative-o no ${productName}, em Workspaces.`),
    planRequired: say(
      `Os comandos pelo WhatsApp precisam de um plano ativo ou de um período de teste. Escolha um plano no ${productName}, em Assinatura.`,
    ),
    disabled: (name) => `*${name}* está desativado. Ative-o no ${productName}, em Gatilhos.`,
    notLinked: say(`Nenhuma conta Amazon está vinculada. Vincule uma no ${productName}, em Conta Amazon.`),
    skillNotEnabled: say(
      'A Alexa não aceita comandos desta conta. Ative a skill no app Alexa; se ela já estiver ativa lá, desative e ative de novo.',
    ),
    grantRevoked: say(`O acesso à Amazon expirou. Reconecte a conta no ${productName}, em Conta Amazon.`),
    reinstallSkill: say('A Alexa não aceita mais comandos desta conta. Desative e ative a skill no app Alexa.'),
    skillOff: say('A skill da Alexa foi desativada. Ative-a no app Alexa.'),
    skillOffHere: say(`A skill da Alexa foi desativada. Reconecte a conta no ${productName}, em Conta Amazon.`),
    tooMany: (name) => `*${name}* foi executado vezes demais neste minuto. Espere um pouco.`,
    workspaceTooMany: say('Houve execuções demais neste minuto. Espere um pouco.'),
    coolingDown: (name) => `*${name}* acabou de ser enviado e ainda não pode ser executado de novo.`,
    notNow: (name) => `*${name}* não pode ser executado neste horário.`,
    notHere: (name) => `*${name}* não pode ser executado pelo WhatsApp.`,
    notYou: (name) => `Só algumas pessoas podem executar *${name}*.`,
    loop: (name) => `A rotina de *${name}* parece executá-lo várias vezes seguidas. Confira a rotina no app Alexa.`,
    missed: (name) => `O horário de *${name}* já tinha passado.`,
    notInAlexa: (name) => `A Alexa não conhece *${name}*. Veja por quê no ${productName}, em Gatilhos.`,
    silent: (name) => `A rotina de *${name}* não está confirmando as execuções. Confira-a no app Alexa.`,
    throttled: say('A Alexa está ocupada. Tente de novo em instantes.'),
    unavailable: say('A Alexa não está respondendo. Tente de novo em instantes.'),
    rejected: say('A Alexa não aceitou o comando. Tente de novo em instantes.'),
    unknown: (name) => `Não foi possível confirmar se *${name}* foi executado. Confira em casa antes de repetir.`,
    gone: (name) => `*${name}* não existe mais. Escreva *lista* para ver os gatilhos.`,
    busy: (name) => `Não foi possível executar *${name}* agora. Tente de novo em instantes.`,
  },
};

const en: GroupTexts = {
  help: (list, status, help) =>
    `Type the name of a trigger to run it. Anyone in the group can.\n${list}: shows the triggers\n${status}: says whether everything is ready\n${help}: shows this message`,
  prefix: (prefix) => `In this group, each command begins with ${prefix}.`,
  reaction: 'on your message, says that Alexa received the command or, where its routine confirms, that it ran',
  sentReaction: 'Alexa received the command, and its routine did not confirm it in time',
  listTitle: 'Triggers:',
  off: '(off)',
  noTriggers: `There are no triggers yet. Create one in ${productName}, under Triggers.`,
  noneHere: 'No trigger can be run here: they are switched off or run only in other ways.',
  more: (count) => `and ${count} more`,
  ready: (count) => `All set: ${count === 1 ? '1 trigger can be run' : `${count} triggers can be run`} here.`,
  didYouMean: (name) => `Did you mean *${name}*?`,
  ran: (seconds) => `ran after ${seconds} s`,
  awaited: (name) => `*${name}* was sent to Alexa, and its routine has not confirmed it yet.`,
  shared: (name) =>
    `*${name}* was sent to Alexa. Its routine confirmed a run, but several were open, so we cannot tell which.`,
  unconfirmed: (name) => `*${name}* was sent to Alexa, but its routine did not confirm that it ran.`,
  couldNotConfirm: 'We could not confirm whether the command was carried out. Check at home before you repeat it.',
  tooMuch: {
    sender: 'Each person can send up to 6 commands a minute. Wait a moment.',
    group: 'This group can send up to 20 commands a minute. Wait a moment.',
    trigger: 'This trigger got a command a moment ago. Wait 3 seconds.',
  },
  nextAt: (time) => `It will be possible from ${time}.`,
  failed: {
    workspaceInactive: say(`This workspace is inactive. Activate it in ${productName}, under Workspaces.`),
    planRequired: say(
      `WhatsApp commands need an active plan or trial. Choose a plan in ${productName}, under Subscription.`,
    ),
    disabled: (name) => `*${name}* is switched off. Switch it on in ${productName}, under Triggers.`,
    notLinked: say(`No Amazon account is linked. Link one in ${productName}, under Amazon account.`),
    skillNotEnabled: say(
      'Alexa does not accept commands for this account. Enable the skill in the Alexa app; if it is enabled there already, disable and enable it.',
    ),
    grantRevoked: say(
      `The access to Amazon has expired. Reconnect the account in ${productName}, under Amazon account.`,
    ),
    reinstallSkill: say(
      'Alexa no longer accepts commands for this account. Disable and enable the skill in the Alexa app.',
    ),
    skillOff: say('The Alexa skill was disabled. Enable it in the Alexa app.'),
    skillOffHere: say(`The Alexa skill was disabled. Reconnect the account in ${productName}, under Amazon account.`),
    tooMany: (name) => `*${name}* ran too often this minute. Wait a moment.`,
    workspaceTooMany: say('There were too many runs this minute. Wait a moment.'),
    coolingDown: (name) => `*${name}* was sent a moment ago and may not run again yet.`,
    notNow: (name) => `*${name}* may not run at this time.`,
    notHere: (name) => `*${name}* may not be run from WhatsApp.`,
    notYou: (name) => `Only some people may run *${name}*.`,
    loop: (name) => `The routine of *${name}* seems to run it over and over. Check the routine in the Alexa app.`,
    missed: (name) => `The time for *${name}* had passed.`,
    notInAlexa: (name) => `Alexa does not know *${name}*. See why in ${productName}, under Triggers.`,
    silent: (name) => `The routine of *${name}* does not confirm its runs. Check it in the Alexa app.`,
    throttled: say('Alexa is busy. Try again shortly.'),
    unavailable: say('Alexa is not responding. Try again shortly.'),
    rejected: say('Alexa did not accept the command. Try again shortly.'),
    unknown: (name) => `We could not confirm whether *${name}* ran. Check at home before you repeat it.`,
    gone: (name) => `*${name}* no longer exists. Type *list* to see the triggers.`,
    busy: (name) => `We could not run *${name}* just now. Try again shortly.`,
  },
};

const es: GroupTexts = {
  help: (list, status, help) =>
    `Escribe el nombre de un disparador para ejecutarlo. Cualquier persona del grupo puede hacerlo.\n${list}: muestra los disparadores\n${status}: dice si todo está listo\n${help}: muestra este mensaje`,
  prefix: (prefix) => `En este grupo, cada comando empieza con ${prefix}.`,
  reaction: 'en tu mensaje, dice que Alexa recibió el comando o, donde la rutina confirma, que se ejecutó',
  sentReaction: 'Alexa recibió el comando, y la rutina no lo confirmó a tiempo',
  listTitle: 'Disparadores:',
  off: '(desactivado)',
  noTriggers: `Todavía no hay disparadores. Crea uno en ${productName}, en Disparadores.`,
  noneHere: 'Aquí no se puede ejecutar ningún disparador: están desactivados o solo se ejecutan de otras formas.',
  more: (count) => `y ${count} más`,
  ready: (count) =>
    `Todo listo: aquí se ${count === 1 ? 'puede ejecutar 1 disparador' : `pueden ejecutar ${count} disparadores`}.`,
  didYouMean: (name) => `¿Quisiste decir *${name}*?`,
  ran: (seconds) => `ejecutado tras ${seconds} s`,
  awaited: (name) => `*${name}* se envió a Alexa, y la rutina todavía no lo confirmó.`,
  shared: (name) =>
    `*${name}* se envió a Alexa. La rutina confirmó una ejecución, pero había varias abiertas y no se puede saber cuál.`,
  unconfirmed: (name) => `*${name}* se envió a Alexa, pero la rutina no confirmó la ejecución.`,
  couldNotConfirm: 'No pudimos confirmar si el comando se ejecutó. Revisa en casa antes de repetirlo.',
  tooMuch: {
    sender: 'Cada persona puede enviar hasta 6 comandos por minuto. Espera un momento.',
    group: 'Este grupo puede enviar hasta 20 comandos por minuto. Espera un momento.',
    trigger: 'Este disparador acaba de recibir un comando. Espera 3 segundos.',
  },
  nextAt: (time) => `Será posible a partir de ${time}.`,
  failed: {
    workspaceInactive: say(
      `Este espacio de trabajo está inactivo. Actívalo en ${productName}, en Espacios de trabajo.`,
    ),
    planRequired: say(
      `Los comandos por WhatsApp necesitan un plan activo o un período de prueba. Elige un plan en ${productName}, en Suscripción.`,
    ),
    disabled: (name) => `*${name}* está desactivado. Actívalo en ${productName}, en Disparadores.`,
    notLinked: say(`No hay ninguna cuenta de Amazon vinculada. Vincula una en ${productName}, en Cuenta de Amazon.`),
    skillNotEnabled: say(
      'Alexa no acepta comandos de esta cuenta. Activa la skill en la app Alexa; si ya está activa allí, desactívala y actívala de nuevo.',
    ),
    grantRevoked: say(`El acceso a Amazon venció. Reconecta la cuenta en ${productName}, en Cuenta de Amazon.`),
    reinstallSkill: say('Alexa ya no acepta comandos de esta cuenta. Desactiva y activa la skill en la app Alexa.'),
    skillOff: say('La skill de Alexa se desactivó. Actívala en la app Alexa.'),
    skillOffHere: say(`La skill de Alexa se desactivó. Reconecta la cuenta en ${productName}, en Cuenta de Amazon.`),
    tooMany: (name) => `*${name}* se ejecutó demasiadas veces en este minuto. Espera un momento.`,
    workspaceTooMany: say('Hubo demasiadas ejecuciones en este minuto. Espera un momento.'),
    coolingDown: (name) => `*${name}* se acaba de enviar y todavía no puede ejecutarse de nuevo.`,
    notNow: (name) => `*${name}* no puede ejecutarse a esta hora.`,
    notHere: (name) => `*${name}* no puede ejecutarse por WhatsApp.`,
    notYou: (name) => `Solo algunas personas pueden ejecutar *${name}*.`,
    loop: (name) => `La rutina de *${name}* parece ejecutarlo una y otra vez. Revisa la rutina en la app Alexa.`,
    missed: (name) => `La hora de *${name}* ya había pasado.`,
    notInAlexa: (name) => `Alexa no conoce *${name}*. Mira por qué en ${productName}, en Disparadores.`,
    silent: (name) => `La rutina de *${name}* no está confirmando las ejecuciones. Revísala en la app Alexa.`,
    throttled: say('Alexa está ocupada. Inténtalo de nuevo en unos instantes.'),
    unavailable: say('Alexa no responde. Inténtalo de nuevo en unos instantes.'),
    rejected: say('Alexa no aceptó el comando. Inténtalo de nuevo en unos instantes.'),
    unknown: (name) => `No pudimos confirmar si *${name}* se ejecutó. Revisa en casa antes de repetirlo.`,
    gone: (name) => `*${name}* ya no existe. Escribe *lista* para ver los disparadores.`,
    busy: (name) => `No se pudo ejecutar *${name}* en este momento. Inténtalo de nuevo en unos instantes.`,
  },
};

/** The sign is added by `answers.ts`. */
export const groupTexts: Readonly<Record<Language, GroupTexts>> = { pt, en, es };
