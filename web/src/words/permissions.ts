import type { Language } from './language.ts'

type Names = Record<string, Record<Language, string>>

// read reads lines of a name of the server and what it is called in English, Portuguese and Spanish.
function read(text: string): Names {
  return Object.fromEntries(text.trim().split('\n').map((line) => {
    const [name = '', en = '', pt = '', es = ''] = line.split(' | ')
    return [name, { en, pt, es }]
  }))
}

// names are those of the permissions of authz/catalog.go, which the server writes in English.
export const names = read(`
Users:View | View users | Ver usuários | Ver usuarios
Users:Create | Add users | Adicionar usuários | Añadir usuarios
Users:Edit | Edit users | Editar usuários | Editar usuarios
Users:Delete | Remove users | Remover usuários | Quitar usuarios
Role:View | View roles | Ver papéis | Ver roles
Role:Create | Create roles | Criar papéis | Crear roles
Role:Edit | Edit roles | Editar papéis | Editar roles
Role:Delete | Delete roles | Excluir papéis | Eliminar roles
Role:ModifyPermissions | Change what a role may do | Alterar o que um papel pode fazer | Cambiar lo que puede hacer un rol
Contact:View | View contacts | Ver contatos | Ver contactos
Contact:Create | Create contacts | Criar contatos | Crear contactos
Contact:Edit | Edit contacts | Editar contatos | Editar contactos
Contact:Delete | Delete contacts | Excluir contatos | Eliminar contactos
Contact:Import | Import contacts | Importar contatos | Importar contactos
Contact:ChangeTag | Tag contacts | Marcar contatos com etiquetas | Etiquetar contactos
MessagingChat:View | View chats | Ver conversas | Ver chats
MessagingChat:SendMessage | Send messages | Enviar mensagens | Enviar mensajes
MessagingChat:SendTemplate | Send templates | Enviar modelos | Enviar plantillas
MessagingChat:StartConversation | Start conversations | Iniciar conversas | Iniciar conversaciones
MessagingTemplate:View | View templates | Ver modelos | Ver plantillas
MessagingTemplate:Create | Create templates | Criar modelos | Crear plantillas
MessagingTemplate:Edit | Edit templates | Editar modelos | Editar plantillas
MessagingTemplate:Delete | Delete templates | Excluir modelos | Eliminar plantillas
MessagingCampaign:View | View campaigns | Ver campanhas | Ver campañas
MessagingCampaign:Create | Create campaigns | Criar campanhas | Crear campañas
MessagingCampaign:Edit | Edit campaigns | Editar campanhas | Editar campañas
MessagingCampaign:Delete | Delete campaigns | Excluir campanhas | Eliminar campañas
MessagingCampaign:Execute | Run campaigns | Executar campanhas | Ejecutar campañas
Workflows:View | View workflows | Ver fluxos de trabalho | Ver flujos de trabajo
Workflows:Create | Create workflows | Criar fluxos de trabalho | Crear flujos de trabajo
Workflows:Edit | Edit workflows | Editar fluxos de trabalho | Editar flujos de trabajo
Workflows:Delete | Delete workflows | Excluir fluxos de trabalho | Eliminar flujos de trabajo
Workflows:Logs | View workflow logs | Ver registros dos fluxos de trabalho | Ver registros de los flujos de trabajo
MarketplaceWorkflow:Import | Import workflows from the marketplace | Importar fluxos de trabalho do marketplace | Importar flujos de trabajo del marketplace
MarketplaceWorkflow:TemplateImport | Import templates from the marketplace | Importar modelos do marketplace | Importar plantillas del marketplace
Settings:View | View settings | Ver configurações | Ver la configuración
Settings:Integrations | Manage integrations | Gerenciar integrações | Gestionar integraciones
Settings:EditInfo | Edit the firm's details | Editar os dados da empresa | Editar los datos de la empresa
Dashboard:View | View the dashboard | Ver o painel | Ver el panel
Dashboard:QRCodeChange | Change the QR code | Alterar o código QR | Cambiar el código QR
Wallet:View | View the wallet | Ver a carteira | Ver el monedero
ApiClient:View | View API keys | Ver chaves de API | Ver claves de API
ApiClient:Create | Create API keys | Criar chaves de API | Crear claves de API
ApiClient:Edit | Edit API keys | Editar chaves de API | Editar claves de API
ApiClient:Revoke | Revoke API keys | Revogar chaves de API | Revocar claves de API
ApiClient:Regenerate | Regenerate API keys | Gerar novamente chaves de API | Regenerar claves de API
MessagingAnalytics:View | View analytics | Ver análises | Ver analíticas
MessagingAnalytics:Limit | View messaging limits | Ver limites de mensagens | Ver límites de mensajes
`)

// modules are the first parts of the permissions, and actions the second ones.
export const modules = read(`
Users | Users | Usuários | Usuarios
Role | Roles | Papéis | Roles
Contact | Contacts | Contatos | Contactos
MessagingChat | Chats | Conversas | Chats
MessagingTemplate | Templates | Modelos | Plantillas
MessagingCampaign | Campaigns | Campanhas | Campañas
Workflows | Workflows | Fluxos de trabalho | Flujos de trabajo
MarketplaceWorkflow | Marketplace | Marketplace | Marketplace
Settings | Settings | Configurações | Configuración
Dashboard | Dashboard | Painel | Panel
Wallet | Wallet | Carteira | Monedero
ApiClient | API keys | Chaves de API | Claves de API
MessagingAnalytics | Analytics | Análises | Analíticas
`)

export const actions = read(`
View | View | Ver | Ver
Create | Create | Criar | Crear
Edit | Edit | Editar | Editar
Delete | Delete | Excluir | Eliminar
ModifyPermissions | Change permissions | Alterar permissões | Cambiar permisos
Import | Import | Importar | Importar
ChangeTag | Tag | Etiquetar | Etiquetar
SendMessage | Send messages | Enviar mensagens | Enviar mensajes
SendTemplate | Send templates | Enviar modelos | Enviar plantillas
StartConversation | Start conversations | Iniciar conversas | Iniciar conversaciones
Execute | Run | Executar | Ejecutar
Logs | Logs | Registros | Registros
TemplateImport | Import templates | Importar modelos | Importar plantillas
Integrations | Integrations | Integrações | Integraciones
EditInfo | Edit details | Editar dados | Editar datos
QRCodeChange | Change QR codes | Alterar códigos QR | Cambiar códigos QR
Revoke | Revoke | Revogar | Revocar
Regenerate | Regenerate | Gerar novamente | Regenerar
Limit | Limits | Limites | Límites
`)

// moduleName returns the name of a module of permissions in a language, and actionName that of an action. Those that the
// super-firm has added are named as they are.
export const moduleName = (module: string, language: Language): string => modules[module]?.[language] ?? module
export const actionName = (action: string, language: Language): string => actions[action]?.[language] ?? action

// nameOf returns the name of a permission, such as Contact:View, in a language.
export const nameOf = (permission: string, language: Language): string => names[permission]?.[language] ?? permission

// permissionName returns the name of a permission in a language. One that the super-firm has written is in its own words.
export function permissionName({ moduleName, propertyName, displayName }: { moduleName: string; propertyName: string; displayName: string }, language: Language): string {
  const name = names[`${moduleName}:${propertyName}`]
  return name && name.en === displayName ? name[language] : displayName
}
