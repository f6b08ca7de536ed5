import { catalogue } from './language.ts'

// why has the texts of the panel that says who may do what.
export const why = catalogue(
  {
    title: (name: string) => `What may ${name} do?`,
    open: 'Why allowed?',
    text: 'Choose a permission. The answer is that of the policy as of now.',
    module: 'Module',
    action: 'Action',
    allowed: 'Allowed',
    refused: 'Refused',
    rule: 'The line of the policy that decides',
    close: 'Close',
  },
  {
    pt: {
      title: (name) => `O que ${name} pode fazer?`,
      open: 'Por que pode?',
      text: 'Escolha uma permissão. A resposta é a da política neste momento.',
      module: 'Módulo',
      action: 'Ação',
      allowed: 'Permitido',
      refused: 'Recusado',
      rule: 'A linha da política que decide',
      close: 'Fechar',
    },
    es: {
      title: (name) => `¿Qué puede hacer ${name}?`,
      open: '¿Por qué puede?',
      text: 'Elija un permiso. La respuesta es la de la política en este momento.',
      module: 'Módulo',
      action: 'Acción',
      allowed: 'Permitido',
      refused: 'Denegado',
      rule: 'La línea de la política que decide',
      close: 'Cerrar',
    },
  },
)
