import type { ChannelKind, ChannelSecurity } from '../../api/generated/graphql.ts'
import { catalogue } from '../../words/language.ts'
import type { Field } from './values.ts'

type FieldWord = { label: string; where: string }
type Named = Partial<Record<Field['name'], FieldWord>>

// chosen returns the words of a field. Those of a kind come before those that kinds have in common.
const chosen = (common: Named, kinds: Partial<Record<ChannelKind, Named>>) => (kind: ChannelKind, name: Field['name']): FieldWord =>
  kinds[kind]?.[name] ?? common[name] ?? { label: name, where: '' }

// fieldWords name the fields of channels, and say where people find their values.
export const fieldWords = catalogue(
  {
    nameText: 'For people here. Recipients do not see it.',
    moreSettings: 'More settings',
    messagesPerSecond: 'Messages per second',
    messagesPerSecondText: (rate: string) => `At most; ${rate} if you leave it empty. Your provider says how many it takes.`,
    securities: { StartTls: 'STARTTLS (mostly port 587)', Tls: 'TLS (mostly port 465)', None: 'None' } as Record<ChannelSecurity, string>,
    secretSet: 'It is set, and never shown.',
    secretRemoved: 'It is removed when you save.',
    replace: (what: string) => `Replace: ${what}`,
    remove: (what: string) => `Remove: ${what}`,
    keep: (what: string) => `Keep: ${what}`,
    showSecret: (what: string) => `Show or hide: ${what}`,
    invent: 'Invent one for me',
    fieldOf: chosen(
      { baseUrl: { label: 'Address of the API', where: 'Leave it empty, unless the provider has told you another one.' } },
      {
        WhatsApp: {
          phoneNumberId: { label: 'Phone number ID', where: 'In your app at Meta: WhatsApp → API Setup, below the number. It is not the number itself.' },
          businessAccountId: { label: 'WhatsApp Business account ID', where: 'On the same page, beside the phone number ID.' },
          accessToken: { label: 'Access token', where: 'Business settings → Users → System users → Generate token, with whatsapp_business_messaging and whatsapp_business_management, without expiry. The token on API Setup lasts a day.' },
          appSecret: { label: 'App secret', where: 'In your app: App settings → Basic. With it firmhub checks that a call really comes from WhatsApp.' },
          verifyToken: { label: 'Verify token', where: 'A word that you invent yourself. In the next step you enter the same one at Meta.' },
          apiVersion: { label: 'Version of the API', where: 'v23.0 if you leave it empty.' },
        },
        Sms: {
          accountSid: { label: 'Account SID', where: 'On the first page of the Twilio console, at Account Info. It begins with AC.' },
          authToken: { label: 'Auth token', where: 'Below the account SID. It also signs what Twilio sends.' },
          from: { label: 'Sender', where: 'Phone Numbers → Manage → Active numbers, with + and country code; or a name of at most 11 letters. Leave it empty with a messaging service.' },
          messagingServiceSid: { label: 'Messaging service SID', where: 'Messaging → Services, instead of a sender. It begins with MG.' },
        },
        Email: {
          host: { label: 'Mail server', where: 'Such as smtp.example.com.' },
          port: { label: 'Port', where: '587 for STARTTLS and 465 for TLS at most servers.' },
          security: { label: 'Security', where: 'How the connection is encrypted.' },
          username: { label: 'User name', where: 'Often the e-mail address. Leave it empty if the server asks for none.' },
          password: { label: 'Password', where: 'That of the user name. Many providers want an app password, from the security settings of the account.' },
          from: { label: 'Sender address', where: 'What recipients see. The mail server must be allowed to send for it (SPF, DKIM).' },
          fromName: { label: 'Sender name', where: 'What recipients see beside the address. It can be empty.' },
          replyTo: { label: 'Address for answers', where: 'The sender address if you leave it empty.' },
        },
      },
    ),
  },
  {
    pt: {
      nameText: 'Para as pessoas daqui. Os destinatários não o veem.',
      moreSettings: 'Mais configurações',
      messagesPerSecond: 'Mensagens por segundo',
      messagesPerSecondText: (rate) => `No máximo; ${rate} se ficar vazio. Seu provedor diz quantas aceita.`,
      securities: { StartTls: 'STARTTLS (em geral porta 587)', Tls: 'TLS (em geral porta 465)', None: 'Nenhuma' },
      secretSet: 'Está definido e nunca é mostrado.',
      secretRemoved: 'Será removido quando você salvar.',
      replace: (what) => `Substituir: ${what}`,
      remove: (what) => `Remover: ${what}`,
      keep: (what) => `Manter: ${what}`,
      showSecret: (what) => `Mostrar ou ocultar: ${what}`,
      invent: 'Inventar um para mim',
      fieldOf: chosen(
        { baseUrl: { label: 'Endereço da API', where: 'Deixe vazio, a não ser que o provedor tenha informado outro.' } },
        {
          WhatsApp: {
            phoneNumberId: { label: 'ID do número de telefone', where: 'No seu app na Meta: WhatsApp → Configuração da API, abaixo do número. Não é o próprio número.' },
            businessAccountId: { label: 'ID da conta do WhatsApp Business', where: 'Na mesma página, ao lado do ID do número.' },
            accessToken: { label: 'Token de acesso', where: 'Configurações do negócio → Usuários → Usuários do sistema → Gerar token, com whatsapp_business_messaging e whatsapp_business_management, sem validade. O token da Configuração da API dura um dia.' },
            appSecret: { label: 'Chave secreta do app', where: 'No seu app: Configurações do app → Básico. Com ela o firmhub verifica que uma chamada vem mesmo do WhatsApp.' },
            verifyToken: { label: 'Token de verificação', where: 'Uma palavra que você mesmo inventa. Na próxima etapa você informa a mesma na Meta.' },
            apiVersion: { label: 'Versão da API', where: 'v23.0 se ficar vazio.' },
          },
          Sms: {
            accountSid: { label: 'Account SID', where: 'Na primeira página do console da Twilio, em Account Info. Começa com AC.' },
            authToken: { label: 'Auth token', where: 'Abaixo do Account SID. Ele também assina o que a Twilio envia.' },
            from: { label: 'Remetente', where: 'Phone Numbers → Manage → Active numbers, com + e código do país; ou um nome de até 11 letras. Deixe vazio com um serviço de mensagens.' },
            messagingServiceSid: { label: 'SID do serviço de mensagens', where: 'Messaging → Services, em vez de um remetente. Começa com MG.' },
          },
          Email: {
            host: { label: 'Servidor de e-mail', where: 'Por exemplo smtp.example.com.' },
            port: { label: 'Porta', where: '587 para STARTTLS e 465 para TLS na maioria dos servidores.' },
            security: { label: 'Segurança', where: 'Como a conexão é criptografada.' },
            username: { label: 'Nome de usuário', where: 'Muitas vezes o endereço de e-mail. Deixe vazio se o servidor não pede nenhum.' },
            password: { label: 'Senha', where: 'A do nome de usuário. Muitos provedores exigem uma senha de app, nas configurações de segurança da conta.' },
            from: { label: 'Endereço do remetente', where: 'O que os destinatários veem. O servidor precisa ter permissão para enviar por ele (SPF, DKIM).' },
            fromName: { label: 'Nome do remetente', where: 'O que os destinatários veem ao lado do endereço. Pode ficar vazio.' },
            replyTo: { label: 'Endereço para respostas', where: 'O endereço do remetente se ficar vazio.' },
          },
        },
      ),
    },
    es: {
      nameText: 'Para las personas de aquí. Los destinatarios no lo ven.',
      moreSettings: 'Más ajustes',
      messagesPerSecond: 'Mensajes por segundo',
      messagesPerSecondText: (rate) => `Como máximo; ${rate} si lo deja vacío. Su proveedor dice cuántos acepta.`,
      securities: { StartTls: 'STARTTLS (normalmente puerto 587)', Tls: 'TLS (normalmente puerto 465)', None: 'Ninguna' },
      secretSet: 'Está definido y nunca se muestra.',
      secretRemoved: 'Se quitará al guardar.',
      replace: (what) => `Sustituir: ${what}`,
      remove: (what) => `Quitar: ${what}`,
      keep: (what) => `Conservar: ${what}`,
      showSecret: (what) => `Mostrar u ocultar: ${what}`,
      invent: 'Inventar uno por mí',
      fieldOf: chosen(
        { baseUrl: { label: 'Dirección de la API', where: 'Déjela vacía, salvo que el proveedor le haya dado otra.' } },
        {
          WhatsApp: {
            phoneNumberId: { label: 'ID del número de teléfono', where: 'En su app de Meta: WhatsApp → Configuración de la API, debajo del número. No es el número mismo.' },
            businessAccountId: { label: 'ID de la cuenta de WhatsApp Business', where: 'En la misma página, junto al ID del número.' },
            accessToken: { label: 'Token de acceso', where: 'Configuración del negocio → Usuarios → Usuarios del sistema → Generar token, con whatsapp_business_messaging y whatsapp_business_management, sin caducidad. El token de la Configuración de la API dura un día.' },
            appSecret: { label: 'Clave secreta de la app', where: 'En su app: Configuración de la app → Básica. Con ella firmhub comprueba que una llamada viene de verdad de WhatsApp.' },
            verifyToken: { label: 'Token de verificación', where: 'Una palabra que usted mismo inventa. En el paso siguiente introduce la misma en Meta.' },
            apiVersion: { label: 'Versión de la API', where: 'v23.0 si lo deja vacío.' },
          },
          Sms: {
            accountSid: { label: 'Account SID', where: 'En la primera página de la consola de Twilio, en Account Info. Empieza por AC.' },
            authToken: { label: 'Auth token', where: 'Debajo del Account SID. También firma lo que Twilio envía.' },
            from: { label: 'Remitente', where: 'Phone Numbers → Manage → Active numbers, con + y prefijo de país; o un nombre de 11 letras como máximo. Déjelo vacío con un servicio de mensajería.' },
            messagingServiceSid: { label: 'SID del servicio de mensajería', where: 'Messaging → Services, en lugar de un remitente. Empieza por MG.' },
          },
          Email: {
            host: { label: 'Servidor de correo', where: 'Por ejemplo smtp.example.com.' },
            port: { label: 'Puerto', where: '587 para STARTTLS y 465 para TLS en la mayoría de los servidores.' },
            security: { label: 'Seguridad', where: 'Cómo se cifra la conexión.' },
            username: { label: 'Nombre de usuario', where: 'A menudo la dirección de correo. Déjelo vacío si el servidor no pide ninguno.' },
            password: { label: 'Contraseña', where: 'La del nombre de usuario. Muchos proveedores exigen una contraseña de aplicación, en los ajustes de seguridad de la cuenta.' },
            from: { label: 'Dirección del remitente', where: 'Lo que ven los destinatarios. El servidor debe poder enviar por ella (SPF, DKIM).' },
            fromName: { label: 'Nombre del remitente', where: 'Lo que ven los destinatarios junto a la dirección. Puede quedar vacío.' },
            replyTo: { label: 'Dirección para respuestas', where: 'La dirección del remitente si la deja vacía.' },
          },
        },
      ),
    },
  },
)
