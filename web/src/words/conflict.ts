import { catalogue } from './language.ts'

// conflict has the texts of a form whose record somebody else has changed.
export const conflict = catalogue(
  {
    title: 'Somebody else saved this since you opened it',
    text: 'Your changes are not saved yet. This is what they changed:',
    theirs: 'Saved by them',
    mine: 'In your form',
    take: 'Take theirs, drop mine',
    save: 'Replace theirs by mine',
  },
  {
    pt: {
      title: 'Outra pessoa salvou isto desde que você o abriu',
      text: 'As suas alterações ainda não foram salvas. Isto foi o que a pessoa alterou:',
      theirs: 'Salvo por ela',
      mine: 'No seu formulário',
      take: 'Ficar com o dela, descartar o meu',
      save: 'Substituir pelo meu',
    },
    es: {
      title: 'Otra persona guardó esto desde que usted lo abrió',
      text: 'Sus cambios aún no se han guardado. Esto es lo que cambió esa persona:',
      theirs: 'Guardado por ella',
      mine: 'En su formulario',
      take: 'Tomar lo suyo, descartar lo mío',
      save: 'Reemplazar por lo mío',
    },
  },
)
