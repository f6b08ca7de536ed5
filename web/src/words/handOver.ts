import { catalogue } from './language.ts'

// handOver has the texts of a new password that is shown once.
export const handOver = catalogue(
  {
    text: 'Hand this over now. The password is shown this once.',
    message: (address: string, email: string, password: string) => `Sign in at ${address}\nE-mail: ${email}\nPassword: ${password}`,
    copy: 'Copy all',
    copied: 'Copied',
    done: 'Done',
  },
  {
    pt: {
      text: 'Entregue agora. A senha só é mostrada desta vez.',
      message: (address, email, password) => `Entre em ${address}\nE-mail: ${email}\nSenha: ${password}`,
      copy: 'Copiar tudo',
      copied: 'Copiado',
      done: 'Pronto',
    },
    es: {
      text: 'Entréguela ahora. La contraseña solo se muestra esta vez.',
      message: (address, email, password) => `Entre en ${address}\nCorreo: ${email}\nContraseña: ${password}`,
      copy: 'Copiar todo',
      copied: 'Copiado',
      done: 'Listo',
    },
  },
)
