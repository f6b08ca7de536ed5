import { catalogue } from './language.ts'

// leave has the texts of a screen that is left with what is not saved.
export const leave = catalogue(
  {
    title: 'Leave without saving?',
    text: 'What you changed here is not saved, and would be lost.',
    unsentTitle: 'Sign out without sending?',
    unsentText: 'Replies or notes in the inbox were not sent, and would be lost.',
    draftTitle: 'Sign out without saving?',
    draftText: 'Templates that you changed are not saved, and would be lost.',
    leave: 'Leave and lose it',
    stay: 'Stay here',
  },
  {
    pt: {
      title: 'Sair sem salvar?',
      text: 'O que você alterou aqui não foi salvo e seria perdido.',
      unsentTitle: 'Sair sem enviar?',
      unsentText: 'Há respostas ou notas na caixa de entrada que não foram enviadas e seriam perdidas.',
      draftTitle: 'Sair da conta sem salvar?',
      draftText: 'Há modelos que você alterou e não salvou, e as alterações seriam perdidas.',
      leave: 'Sair e perder',
      stay: 'Ficar aqui',
    },
    es: {
      title: '¿Salir sin guardar?',
      text: 'Lo que cambió aquí no se ha guardado y se perdería.',
      unsentTitle: '¿Salir sin enviar?',
      unsentText: 'Hay respuestas o notas en la bandeja que no se enviaron y se perderían.',
      draftTitle: '¿Cerrar la sesión sin guardar?',
      draftText: 'Hay plantillas que cambió y no guardó, y los cambios se perderían.',
      leave: 'Salir y perderlo',
      stay: 'Quedarse aquí',
    },
  },
)
