// @vitest-environment node
import { expect, test } from 'vitest';

import enDialogs from '#web/i18n/en/pages/number-dialogs.json' with { type: 'json' };
import en from '#web/i18n/en/pages/whatsapp.json' with { type: 'json' };
import ptDialogs from '#web/i18n/pt/pages/number-dialogs.json' with { type: 'json' };
import pt from '#web/i18n/pt/pages/whatsapp.json' with { type: 'json' };

test('has exactly the specified English texts', { tags: 'spec-202.1' }, () => {
  expect(en).toMatchObject({
    noPlan: { startTrial: 'Start free trial', viewPlans: 'View plans' },
    connection: {
      nameMissing: 'Name not available',
      connect: 'Connect WhatsApp',
      useExisting: 'Use Existing',
      disconnect: 'Disconnect',
      unlink: 'Unlink',
    },
    lost: { title: 'WhatsApp Disconnected' },
    errors: { connect: 'Failed to connect WhatsApp. Please try again.' },
  });
  expect(enDialogs).toMatchObject({ existing: { emptyTitle: 'No connection available for sharing' } });
});

test(
  'has exactly the specified Portuguese texts',
  {
    tags: [
      'spec-115.1',
      'spec-322.1',
      'spec-324.1',
      'spec-324.2',
      'spec-324.3',
      'spec-326.1',
      'spec-327.1',
      'spec-327.2',
    ],
  },
  () => {
    expect(pt).toMatchObject({
      connection: {
        nameMissing: 'Nome não disponível',
        incomplete: 'Informações da instância do WhatsApp incompletas',
      },
      errors: {
        noCode: 'QR code não foi gerado corretamente',
        noInstanceId: 'ID da instância não disponível',
        unlink: 'Falha ao desvincular instância',
        disconnect: 'Falha ao desconectar WhatsApp',
        createGroup: 'Erro ao criar grupo',
        deleteGroup: 'Erro ao excluir grupo',
      },
    });
    expect(ptDialogs).toMatchObject({ existing: { contact: 'Contato', workspace: 'Workspace {{id}}' } });
  },
);
