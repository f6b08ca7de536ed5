import { useLanguage, useWords } from '../../words/language.ts'
import { useTyping } from './useTyping.ts'
import { inbox } from './words.ts'

// Typing says which colleagues are writing an answer, so that two do not answer at once.
export function Typing({ id }: { id: string }) {
  const words = useWords(inbox)
  const names = useTyping(id)
  const list = new Intl.ListFormat(useLanguage()).format(names)
  return <div className="inbox-typing" role="status">{names.length > 0 && words.isTyping(list, names.length)}</div>
}
