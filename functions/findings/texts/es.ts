import { reconnectButton } from '#shared/rules/reconnect-button.ts';

import type { FindingTexts, Named } from './finding-texts.ts';

const ofTriggers = (one: string, several: string) => (named: Named) =>
  `En el espacio de trabajo ${named.workspace}, ${named.count === 1 ? one : several} ${named.names}`;

const check = (page: string): string =>
  `Abre ${page} y elige “Verificar” en el menú del disparador: la verificación dice en qué paso se detiene y qué lo resuelve.`;

export const es: FindingTexts = {
  several: (count) => `${count} avisos sobre tu espacio de trabajo`,
  rows: {
    grantEnded: {
      subject: 'los disparadores ya no llegan a Alexa',
      what: ({ workspace }) => `Los disparadores del espacio de trabajo ${workspace} ya no llegan a Alexa.`,
      next: (page) =>
        `Para que vuelvan a funcionar, abre ${page}, haz clic en “${reconnectButton.es}” y autorízalo en Amazon.`,
    },
    grantUnconfirmed: {
      subject: 'Amazon no confirma nuestro acceso',
      what: ({ workspace }) =>
        `Hace más de 48 horas que Amazon no confirma nuestro acceso a la Alexa del espacio de trabajo ${workspace}. Es posible que los disparadores no funcionen.`,
      next: (page) => `Abre ${page} para verificar de nuevo y ver qué hacer.`,
    },
    deviceLeftOut: {
      subject: 'falta un dispositivo en Alexa',
      what: (named) =>
        `${ofTriggers('Alexa no tiene el dispositivo del disparador', 'Alexa no tiene los dispositivos de los disparadores')(named)}. Las rutinas que usan lo que falta no funcionan.`,
      next: check,
    },
    startsItself: {
      subject: 'un disparador se ejecutó en bucle',
      what: (named) =>
        `${ofTriggers('detuvimos una repetición del disparador', 'detuvimos repeticiones de los disparadores')(named)}: todo indica que su rutina contiene el propio disparador.`,
      next: (page) =>
        `Abre esa rutina en la app Alexa y quita de sus acciones el dispositivo del disparador. El historial está en ${page}`,
    },
    receiptsSilent: {
      subject: 'una rutina dejó de responder',
      what: (named) =>
        `${ofTriggers('la rutina ya no confirma las ejecuciones del disparador', 'las rutinas ya no confirman las ejecuciones de los disparadores')(named)}.`,
      next: check,
    },
    slow: {
      subject: 'una rutina está más lenta de lo normal',
      what: (named) =>
        `${ofTriggers('la rutina tarda al menos tres veces más de lo normal en las ejecuciones del disparador', 'las rutinas tardan al menos tres veces más de lo normal en las ejecuciones de los disparadores')(named)}.`,
      next: check,
    },
    nightlyFailed: {
      subject: 'la verificación nocturna falló',
      what: ({ workspace, names }) =>
        `La verificación nocturna del espacio de trabajo ${workspace} falló.${names === '' ? '' : ` Usa el disparador ${names}.`}`,
      next: check,
    },
    numberLost: {
      subject: 'WhatsApp se desconectó',
      what: ({ workspace }) =>
        `El número de WhatsApp del espacio de trabajo ${workspace} se desconectó. Los grupos vinculados a él se quitaron y los mensajes ya no ejecutan los disparadores.`,
      next: (page) => `Para volver a usar los grupos, conecta el número y vincula los grupos en ${page}`,
    },
    numberSilent: {
      subject: 'WhatsApp está sin conexión',
      what: ({ workspace }) =>
        `El número de WhatsApp del espacio de trabajo ${workspace} lleva más de una hora sin conexión. Es posible que los mensajes de los grupos no ejecuten los disparadores.`,
      next: (page) =>
        `Verifica que el teléfono de ese número esté encendido y tenga internet. El estado de la conexión está en ${page} ; mientras aparezca allí como perdida, no hace falta volver a conectarla.`,
    },
    planEnds: {
      subject: 'tu plan está por terminar',
      what: ({ workspace, day }) =>
        `El plan del espacio de trabajo ${workspace} termina el ${day}. Después se detienen los comandos de WhatsApp; todo lo demás sigue funcionando.`,
      next: (page) => `Si quieres conservar el plan, reanuda la suscripción en ${page}`,
    },
    trialEnds: {
      subject: 'tu período de prueba está por terminar',
      what: ({ workspace, day }) =>
        `El período de prueba del espacio de trabajo ${workspace} termina el ${day}, y no hay ninguna tarjeta. Después se detienen los comandos de WhatsApp; todo lo demás sigue funcionando.`,
      next: (page) => `Si quieres continuar, agrega una tarjeta en ${page}`,
    },
    cardExpires: {
      subject: 'tu tarjeta vence antes del próximo cobro',
      what: ({ workspace, day }) =>
        `La tarjeta que paga el plan del espacio de trabajo ${workspace} vence antes del próximo cobro, el ${day}.`,
      next: (page) => `Cambia la tarjeta en ${page}`,
    },
    accessKeyEnds: {
      subject: 'una clave de acceso está por vencer',
      what: ({ workspace, names, count, day }) =>
        count === 1
          ? `La clave de acceso ${names} del espacio de trabajo ${workspace} vence el ${day}. Lo que la usa deja de funcionar entonces.`
          : `Las claves de acceso ${names} del espacio de trabajo ${workspace} vencen pronto, la primera el ${day}. Lo que las usa deja de funcionar entonces.`,
      next: (page) => `Si todavía hace falta, dale un vencimiento posterior en ${page}`,
    },
  },
  ended: {
    skillDisabled: 'Amazon indica que la skill se desactivó en la app Alexa.',
    accessEnded: 'Alexa ya no acepta nuestro acceso: se desactivó la skill o se revocó el permiso.',
    disabledByUs: 'Desactivamos la skill, como pediste, y no se ha activado desde entonces.',
    notFound: 'Alexa indica que la skill no está activa para esta cuenta.',
  },
  enableSkill: (page) =>
    `Para que vuelvan a funcionar, desactiva y activa la skill en la app Alexa; si ya está desactivada, basta con activarla. Mira cómo en ${page}`,
  skillPage: (address) => `Página de la skill: ${address}`,
  nights: {
    noAnswer: 'Alexa recibió la ejecución, pero la rutina no respondió.',
    notTaken: 'No se pudo contactar con Alexa, o en ese momento no aceptaba ejecuciones.',
    refused: 'Alexa rechazó la ejecución.',
    tooOften: 'En ese minuto, el disparador ya se había ejecutado demasiadas veces.',
    unsure: 'No se sabe si Alexa recibió la ejecución; la rutina no respondió.',
  },
  lost: {
    removed: 'WhatsApp ya no acepta este dispositivo vinculado.',
    lostTooLong: 'La conexión estuvo perdida un día entero.',
    phoneTaken: 'El mismo número se conectó en otra cuenta.',
    notScanned: 'El código no se escaneó a tiempo.',
    failed: 'La conexión con WhatsApp falló.',
  },
  more: (count) => `y ${count} más`,
};
