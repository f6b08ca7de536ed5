import { catalogue } from '../../words/language.ts'

export const preview = catalogue(
  {
    subject: 'Subject',
    noSubject: 'No subject yet',
    copyCode: (code: string) => `Copy code ${code}`,
    form: 'Form of the mail',
    plainText: 'Text',
    mailFrame: 'The mail in HTML',
    noPictures: 'Pictures from other servers are not loaded here, and links lead nowhere.',
    fileTypes: { Image: 'Picture', Document: 'Document' },
    button: 'Button',
  },
  {
    pt: {
      subject: 'Assunto',
      noSubject: 'Ainda sem assunto',
      copyCode: (code) => `Copiar código ${code}`,
      form: 'Forma do e-mail',
      plainText: 'Texto',
      mailFrame: 'O e-mail em HTML',
      noPictures: 'Imagens de outros servidores não são carregadas aqui, e os links não levam a nada.',
      fileTypes: { Image: 'Imagem', Document: 'Documento' },
      button: 'Botão',
    },
    es: {
      subject: 'Asunto',
      noSubject: 'Aún sin asunto',
      copyCode: (code) => `Copiar código ${code}`,
      form: 'Forma del correo',
      plainText: 'Texto',
      mailFrame: 'El correo en HTML',
      noPictures: 'Aquí no se cargan imágenes de otros servidores, y los enlaces no llevan a ningún sitio.',
      fileTypes: { Image: 'Imagen', Document: 'Documento' },
      button: 'Botón',
    },
  },
)
