import type { Language } from '../../words/language.ts'

// reasons are those for the status of a webhook, which the server writes in English.
export const reasons: Record<string, Record<Exclude<Language, 'en'>, string>> = {
  'Nothing is delivered: the person who made it is not active in the firm any more, or the API key is revoked or expired. Whoever sets its status takes it over.': {
    pt: 'Nada é entregue: a pessoa que o criou não está mais ativa na empresa, ou a chave de API foi revogada ou expirou. Quem definir a situação dele o assume.',
    es: 'No se entrega nada: la persona que lo creó ya no está activa en la empresa, o la clave de API fue revocada o caducó. Quien fije su estado se hace cargo de él.',
  },
  'The receiver answered 410: it wants no more events.': {
    pt: 'O destinatário respondeu 410: não quer mais eventos.',
    es: 'El receptor respondió 410: no quiere más eventos.',
  },
  'The receiver has failed for 5 days.': {
    pt: 'O destinatário falha há 5 dias.',
    es: 'El receptor falla desde hace 5 días.',
  },
  'Its secret was sealed by another FIRMHUB_SECRETS_KEY and must be rotated.': {
    pt: 'O segredo dele foi cifrado com outra FIRMHUB_SECRETS_KEY e precisa ser trocado.',
    es: 'Su secreto se cifró con otra FIRMHUB_SECRETS_KEY y hay que cambiarlo.',
  },
}

// reasonIn returns a reason in a language.
export function reasonIn(language: Language, reason: string): string {
  return language === 'en' ? reason : (reasons[reason]?.[language] ?? reason)
}
