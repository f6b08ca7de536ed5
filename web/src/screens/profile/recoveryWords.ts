import { catalogue } from '../../words/language.ts'

// recovery has the texts about new recovery codes.
export const recovery = catalogue(
  {
    title: 'Recovery codes',
    text: 'Each signs you in once, after your password, if you lose your second factor.',
    without: 'You get them with your first second factor or passkey.',
    make: 'Make new recovery codes',
    ends: 'The codes that you have now can’t be used any more.',
    byCode: 'Confirm by the code',
    byPasskey: 'Confirm with a passkey',
  },
  {
    pt: {
      title: 'Códigos de recuperação',
      text: 'Cada um permite entrar uma vez, depois da senha, se você perder o segundo fator.',
      without: 'Você os recebe com o primeiro segundo fator ou chave de acesso.',
      make: 'Criar novos códigos de recuperação',
      ends: 'Os códigos que você tem agora não valerão mais.',
      byCode: 'Confirmar pelo código',
      byPasskey: 'Confirmar com uma chave de acesso',
    },
    es: {
      title: 'Códigos de recuperación',
      text: 'Cada uno permite entrar una vez, después de la contraseña, si pierde el segundo factor.',
      without: 'Los recibe con su primer segundo factor o clave de acceso.',
      make: 'Crear nuevos códigos de recuperación',
      ends: 'Los códigos que tiene ahora ya no servirán.',
      byCode: 'Confirmar con el código',
      byPasskey: 'Confirmar con una clave de acceso',
    },
  },
)
