import { catalogue } from '../../words/language.ts'

export const privacy = catalogue(
  {
    more: 'More actions',
    exportAll: 'Export all data',
    erase: 'Erase',
    title: (name: string) => `Erase ${name}?`,
    goes: 'Name, numbers, addresses, messages, notes and files go, in the audit log, in events and in imports, too. What waits to be sent is cancelled.',
    stays: 'Amounts, counts and consent stay: whoever has opted out stays opted out.',
    final: 'This can’t be undone.',
    type: (word: string) => `Type ${word} to confirm`,
    word: 'ERASE',
    erased: 'The contact was erased. The rest goes within minutes.',
  },
  {
    pt: {
      more: 'Mais ações',
      exportAll: 'Exportar todos os dados',
      erase: 'Apagar',
      title: (name) => `Apagar ${name}?`,
      goes: 'Nome, números, endereços, mensagens, notas e arquivos são apagados, também na auditoria, nos eventos e nas importações. O que espera para ser enviado é cancelado.',
      stays: 'Valores, contagens e consentimento ficam: quem optou por não receber continua assim.',
      final: 'Isto não pode ser desfeito.',
      type: (word) => `Digite ${word} para confirmar`,
      word: 'APAGAR',
      erased: 'O contato foi apagado. O resto some em alguns minutos.',
    },
    es: {
      more: 'Más acciones',
      exportAll: 'Exportar todos los datos',
      erase: 'Borrar',
      title: (name) => `¿Borrar ${name}?`,
      goes: 'Se borran el nombre, los números, las direcciones, los mensajes, las notas y los archivos, también en la auditoría, los eventos y las importaciones. Lo que espera para enviarse se cancela.',
      stays: 'Los importes, los recuentos y el consentimiento quedan: quien se dio de baja sigue de baja.',
      final: 'Esto no se puede deshacer.',
      type: (word) => `Escriba ${word} para confirmar`,
      word: 'BORRAR',
      erased: 'El contacto se borró. El resto desaparece en unos minutos.',
    },
  },
)
