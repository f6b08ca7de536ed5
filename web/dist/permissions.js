function e(e){return Object.fromEntries(e.trim().split(`
`).map(e=>{let[t=``,n=``,r=``,i=``]=e.split(` | `);return[t,{en:n,pt:r,es:i}]}))}var t=e(`
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
`),n=e(`
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
`),r=e(`
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
`),i=(e,t)=>n[e]?.[t]??e,a=(e,t)=>r[e]?.[t]??e,o=(e,n)=>t[e]?.[n]??e;function s({moduleName:e,propertyName:n,displayName:r},i){let a=t[`${e}:${n}`];return a&&a.en===r?a[i]:r}export{s as i,i as n,o as r,a as t};