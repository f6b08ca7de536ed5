import './templates.css'

import { useMutation } from 'urql'
import { useLocation } from 'wouter'

import { useUndo } from '../../parts/useUndo.tsx'
import { useMe } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { keyOf } from './drafts.ts'
import { New } from './New.tsx'
import { List } from './List.tsx'
import { deleteTemplate } from './queries.ts'
import { Stored } from './Stored.tsx'
import { templates } from './words.ts'

// Templates lists the templates of the firm, or shows the editor of a new one or of the one of the address.
export default function Templates({ id }: { id?: string }) {
  const words = useWords(templates)
  const [, navigate] = useLocation()
  const { firm, user } = useMe()
  const { pending, later } = useUndo()
  const [, remove] = useMutation(deleteTemplate)
  const removeLater = ({ id, name }: { id: string; name: string }) => {
    later(id, words.deleted(name), async (context) => {
      const result = await remove({ input: { id } }, context)
      if (!result.error) {
        sessionStorage.removeItem(keyOf(user.id, firm?.firmId, id)) // Nobody can save it any more.
      }
      return result
    })
    navigate('/templates')
  }
  if (id === 'new') {
    return <New />
  }
  return id ? <Stored key={id} id={id} remove={removeLater} /> : <List hidden={pending} />
}
