import { reconnectButton } from '#shared/rules/reconnect-button.ts';

import type { FindingTexts, Named } from './finding-texts.ts';

const ofTriggers = (one: string, several: string) => (named: Named) =>
  `No workspace ${named.workspace}, ${named.count === 1 ? one : several} ${named.names}`;

const check = (page: string): string =>
  `Abra ${page} e use “Verificar” no menu do gatilho: a verificação diz em que etapa ele para e o que resolve.`;

export const pt: FindingTexts = {
  several: (count) => `${count} avisos sobre o seu workspace`,
  rows: {
    grantEnded: {
      subject: 'os gatilhos não chegam mais à Alexa',
      what: ({ workspace }) => `Os gatilhos do workspace ${workspace} não chegam mais à Alexa.`,
      next: (page) =>
        `Para que eles voltem a funcionar, abra ${page}, clique em “${reconnectButton.pt}” e autorize na Amazon.`,
    },
    grantUnconfirmed: {
      subject: 'a Amazon não confirma o nosso acesso',
      what: ({ workspace }) =>
        `Há mais de 48 horas a Amazon não confirma o nosso acesso à Alexa do workspace ${workspace}. Os gatilhos podem não funcionar.`,
      next: (page) => `Abra ${page} para verificar de novo e ver o que fazer.`,
    },
    deviceLeftOut: {
      subject: 'falta um dispositivo na Alexa',
      what: (named) =>
        `${ofTriggers('a Alexa não tem o dispositivo do gatilho', 'a Alexa não tem os dispositivos dos gatilhos')(named)}. As rotinas que usam o que falta não funcionam.`,
      next: check,
    },
    startsItself: {
      subject: 'um gatilho foi executado em loop',
      what: (named) =>
        `${ofTriggers('paramos uma repetição do gatilho', 'paramos repetições dos gatilhos')(named)}: tudo indica que a rotina dele contém o próprio gatilho.`,
      next: (page) =>
        `Abra essa rotina no app Alexa e tire o dispositivo do gatilho das ações dela. O histórico está em ${page}`,
    },
    receiptsSilent: {
      subject: 'uma rotina parou de responder',
      what: (named) =>
        `${ofTriggers('a rotina não confirma mais as execuções do gatilho', 'as rotinas não confirmam mais as execuções dos gatilhos')(named)}.`,
      next: check,
    },
    slow: {
      subject: 'uma rotina está mais lenta que o normal',
      what: (named) =>
        `${ofTriggers('a rotina demora pelo menos três vezes mais que o normal nas execuções do gatilho', 'as rotinas demoram pelo menos três vezes mais que o normal nas execuções dos gatilhos')(named)}.`,
      next: check,
    },
    nightlyFailed: {
      subject: 'a verificação noturna falhou',
      what: ({ workspace, names }) =>
        `A verificação noturna do workspace ${workspace} falhou.${names === '' ? '' : ` Ela usa o gatilho ${names}.`}`,
      next: check,
    },
    numberLost: {
      subject: 'o WhatsApp foi desconectado',
      what: ({ workspace }) =>
        `O número do WhatsApp do workspace ${workspace} foi desconectado. Os grupos vinculados a ele foram removidos, e as mensagens não executam mais os gatilhos.`,
      next: (page) => `Para usar os grupos de novo, conecte o número e vincule os grupos em ${page}`,
    },
    numberSilent: {
      subject: 'o WhatsApp está sem conexão',
      what: ({ workspace }) =>
        `O número do WhatsApp do workspace ${workspace} está sem conexão há mais de uma hora. As mensagens dos grupos podem não executar os gatilhos.`,
      next: (page) =>
        `Veja se o celular desse número está ligado e com internet. O estado da conexão está em ${page} ; não é preciso conectar de novo enquanto ela aparece lá como perdida.`,
    },
    planEnds: {
      subject: 'o seu plano está para terminar',
      what: ({ workspace, day }) =>
        `O plano do workspace ${workspace} termina em ${day}. Depois disso, os comandos pelo WhatsApp param; todo o resto continua funcionando.`,
      next: (page) => `Se quiser manter o plano, retome a assinatura em ${page}`,
    },
    trialEnds: {
      subject: 'o seu período de teste está para terminar',
      what: ({ workspace, day }) =>
        `O período de teste do workspace ${workspace} termina em ${day}, e não há cartão cadastrado. Depois disso, os comandos pelo WhatsApp param; todo o resto continua funcionando.`,
      next: (page) => `Se quiser continuar, cadastre um cartão em ${page}`,
    },
    cardExpires: {
      subject: 'o seu cartão vence antes da próxima cobrança',
      what: ({ workspace, day }) =>
        `O cartão que paga o plano do workspace ${workspace} vence antes da próxima cobrança, em ${day}.`,
      next: (page) => `Troque o cartão em ${page}`,
    },
    accessKeyEnds: {
      subject: 'uma chave de acesso está para expirar',
      what: ({ workspace, names, count, day }) =>
        count === 1
          ? `A chave de acesso ${names} do workspace ${workspace} expira em ${day}. O que a usa deixa de funcionar então.`
          : `As chaves de acesso ${names} do workspace ${workspace} expiram em breve, a primeira em ${day}. O que as usa deixa de funcionar então.`,
      next: (page) => `Se ainda for necessária, dê a ela um prazo maior em ${page}`,
    },
  },
  ended: {
    skillDisabled: 'A Amazon informa que a skill foi desativada no app Alexa.',
    accessEnded: 'A Alexa não aceita mais nosso acesso: a skill foi desativada ou a permissão foi revogada.',
    disabledByUs: 'Desativamos a skill, como você pediu, e ela não foi ativada desde então.',
    notFound: 'A Alexa informa que a skill não está ativa para esta conta.',
  },
  enableSkill: (page) =>
    `Para que eles voltem a funcionar, desative e ative a skill no app Alexa; se ela já estiver desativada, basta ativá-la. Veja como em ${page}`,
  skillPage: (address) => `Página da skill: ${address}`,
  nights: {
    noAnswer: 'A Alexa recebeu a execução, mas a rotina não respondeu.',
    notTaken: 'Não foi possível falar com a Alexa, ou ela não aceitava execuções naquele momento.',
    refused: 'A Alexa recusou a execução.',
    tooOften: 'Naquele minuto, o gatilho já tinha sido executado vezes demais.',
    unsure: 'Não se sabe se a Alexa recebeu a execução; a rotina não respondeu.',
  },
  lost: {
    removed: 'O WhatsApp não aceita mais este dispositivo conectado.',
    lostTooLong: 'A conexão ficou perdida por um dia inteiro.',
    phoneTaken: 'O mesmo número foi conectado em outra conta.',
    notScanned: 'O código não foi lido a tempo.',
    failed: 'A conexão com o WhatsApp falhou.',
  },
  more: (count) => `e mais ${count}`,
};
