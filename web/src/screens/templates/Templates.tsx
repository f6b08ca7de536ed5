import './templates.css'

import { useMutation } from 'urql'
import { useLocation } from 'wouter'

import { useUndo } from '../../parts/useUndo.tsx'
import { useWords } from '../../words/language.ts'
import { New } from './New.tsx'
import { List } from './List.tsx'
import { deleteTemplate } from './queries.ts'
import { Stored } from './Stored.tsx'
import { templates } from './words.ts'

// Templates lists the templates of the firm, or shows the editor of a new one or of the one of the address.
export default function Templates({ id }: { id?: string }) {
  const words = useWords(templates)
  const [, navigate] = useLocation()
  const { pending, later } = useUndo()
  const [, remove] = useMutation(deleteTemplate)
  const removeLater = ({ id, name }: { id: string; name: string }) => {
    later(id, words.deleted(name), (context) => remove({ input: { id } }, context))
    navigate('/templates')
  }
  if (id === 'new') {
    return <New />
  }
  return id ? <Stored key={id} id={id} remove={removeLater} /> : <List hidden={pending} />
}
