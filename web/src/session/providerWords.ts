import { catalogue } from '../words/language.ts'

// providerWords has the texts of signing in by OpenID Connect providers.
export const providerWords = catalogue(
  {
    or: 'or',
    continueWith: (name: string) => `Continue with ${name}`,
  },
  {
    pt: {
      or: 'ou',
      continueWith: (name) => `Continuar com ${name}`,
    },
    es: {
      or: 'o',
      continueWith: (name) => `Continuar con ${name}`,
    },
  },
)
