import { catalogue } from '../words/language.ts'

// refusalWords says why a sign-in by a provider has failed. The reasons are those of the server.
export const refusalWords = catalogue(
  {
    refusedTitle: 'You are not signed in',
    again: 'Back to sign in',
    reasons: {
      denied: 'You did not allow firmhub to know who you are. Sign in again, or use your password.',
      expired: 'The sign-in has expired or was used before, or the account is not active. Sign in again.',
      failed: 'The sign-in service sent an answer that can’t be verified. Sign in again, or tell your administrator.',
      unverified: 'The sign-in service has not verified your e-mail address. Verify it there, then sign in again.',
      unknown: 'There is no account for you here. Ask your firm for an invitation, or use your password.',
      inactive: 'Your account is not active. Ask your administrator.',
      unavailable: 'The sign-in service can’t be used now. Try again later, or use your password.',
    },
  },
  {
    pt: {
      refusedTitle: 'Você não entrou',
      again: 'Voltar para entrar',
      reasons: {
        denied: 'Você não permitiu que o firmhub saiba quem você é. Entre de novo ou use sua senha.',
        expired: 'A entrada expirou ou já foi usada, ou a conta não está ativa. Entre de novo.',
        failed: 'O serviço de acesso enviou uma resposta que não pode ser verificada. Entre de novo ou avise seu administrador.',
        unverified: 'O serviço de acesso não verificou seu e-mail. Verifique-o lá e entre de novo.',
        unknown: 'Não há uma conta para você aqui. Peça um convite à sua empresa ou use sua senha.',
        inactive: 'Sua conta não está ativa. Fale com seu administrador.',
        unavailable: 'O serviço de acesso não pode ser usado agora. Tente mais tarde ou use sua senha.',
      },
    },
    es: {
      refusedTitle: 'No ha iniciado sesión',
      again: 'Volver a iniciar sesión',
      reasons: {
        denied: 'No permitió que firmhub sepa quién es. Inicie sesión de nuevo o use su contraseña.',
        expired: 'El inicio de sesión ha caducado o ya se usó, o la cuenta no está activa. Inicie sesión de nuevo.',
        failed: 'El servicio de acceso envió una respuesta que no se puede verificar. Inicie sesión de nuevo o avise a su administrador.',
        unverified: 'El servicio de acceso no ha verificado su correo. Verifíquelo allí e inicie sesión de nuevo.',
        unknown: 'Aquí no hay una cuenta para usted. Pida una invitación a su empresa o use su contraseña.',
        inactive: 'Su cuenta no está activa. Hable con su administrador.',
        unavailable: 'El servicio de acceso no se puede usar ahora. Inténtelo más tarde o use su contraseña.',
      },
    },
  },
)
