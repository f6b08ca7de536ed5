import { catalogue } from '../../words/language.ts'

// address has the texts about the e-mail address and the language of mails.
export const address = catalogue(
  {
    unverified: (email: string) => `${email} is not confirmed yet`,
    pending: (email: string) => `Your address changes to ${email} when it is confirmed`,
    send: 'Mail the link again',
    sent: 'A mail is on its way.',
    mailLanguage: 'Language of mails',
    ofBrowser: 'As the browser',
  },
  {
    pt: {
      unverified: (email) => `${email} ainda não foi confirmado`,
      pending: (email) => `Seu endereço muda para ${email} quando for confirmado`,
      send: 'Enviar o link de novo',
      sent: 'Um e-mail está a caminho.',
      mailLanguage: 'Idioma dos e-mails',
      ofBrowser: 'Como o navegador',
    },
    es: {
      unverified: (email) => `${email} todavía no está confirmada`,
      pending: (email) => `Su dirección cambia a ${email} cuando se confirme`,
      send: 'Enviar el enlace de nuevo',
      sent: 'Un correo está en camino.',
      mailLanguage: 'Idioma de los correos',
      ofBrowser: 'Como el navegador',
    },
  },
)
