import { catalogue } from './language.ts'

// paletteActions are what the palette begins, by their names in shell/palette.ts.
export const paletteActions = catalogue(
  {
    newContact: 'New contact', manageTags: 'Manage tags', importFile: 'Import a file', recordConsent: 'Record a consent', newCampaign: 'New campaign', newTemplate: 'New template',
    invite: 'Invite a person', newRole: 'New role', newKey: 'New API key', connectChannel: 'Connect a channel', newWebhook: 'New webhook', newFirm: 'New firm', newPlan: 'New pricing plan',
    newRules: 'New policy rules',
  },
  {
    pt: {
      newContact: 'Novo contato', manageTags: 'Gerenciar etiquetas', importFile: 'Importar um arquivo', recordConsent: 'Registrar um consentimento', newCampaign: 'Nova campanha', newTemplate: 'Novo modelo',
      invite: 'Convidar pessoa', newRole: 'Novo papel', newKey: 'Nova chave de API', connectChannel: 'Conectar canal', newWebhook: 'Novo webhook', newFirm: 'Nova empresa', newPlan: 'Novo plano de preços',
      newRules: 'Novas regras da política',
    },
    es: {
      newContact: 'Nuevo contacto', manageTags: 'Gestionar etiquetas', importFile: 'Importar un archivo', recordConsent: 'Registrar un consentimiento', newCampaign: 'Nueva campaña', newTemplate: 'Nueva plantilla',
      invite: 'Invitar a una persona', newRole: 'Nuevo rol', newKey: 'Nueva clave de API', connectChannel: 'Conectar un canal', newWebhook: 'Nuevo webhook', newFirm: 'Nueva empresa', newPlan: 'Nuevo plan de precios',
      newRules: 'Nuevas reglas de la política',
    },
  },
)

// palette has the other texts of the palette.
export const palette = catalogue(
  {
    pages: 'Pages',
    actions: 'Actions',
    contacts: 'Contacts',
    firms: 'Firms',
    switchTo: (firm: string) => `Switch to ${firm}`,
    readAll: 'Mark all notifications as read',
    language: (name: string) => `Language: ${name}`,
  },
  {
    pt: {
      pages: 'Páginas',
      actions: 'Ações',
      contacts: 'Contatos',
      firms: 'Empresas',
      switchTo: (firm) => `Trocar para ${firm}`,
      readAll: 'Marcar todas as notificações como lidas',
      language: (name) => `Idioma: ${name}`,
    },
    es: {
      pages: 'Páginas',
      actions: 'Acciones',
      contacts: 'Contactos',
      firms: 'Empresas',
      switchTo: (firm) => `Cambiar a ${firm}`,
      readAll: 'Marcar todas las notificaciones como leídas',
      language: (name) => `Idioma: ${name}`,
    },
  },
)
