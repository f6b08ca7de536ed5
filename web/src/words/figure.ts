import { catalogue } from './language.ts'

export const figure = catalogue(
  { chart: 'Chart', table: 'Table', view: (title: string) => `${title}: view` },
  {
    pt: { chart: 'Gráfico', table: 'Tabela', view: (title) => `${title}: exibição` },
    es: { chart: 'Gráfico', table: 'Tabla', view: (title) => `${title}: vista` },
  },
)
