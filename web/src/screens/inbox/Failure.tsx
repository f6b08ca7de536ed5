import type { ReactNode } from 'react'

import { failures } from '../../words/failures.ts'
import { useWords } from '../../words/language.ts'

interface Props {
  // state says what has failed.
  state: string
  code?: string | null
  // text is what the provider or the server says.
  text?: string | null
  role?: string
  children?: ReactNode
}

// Failure says in words why a message was not sent, and what the provider says below. A code that firmhub does not know
// comes from whoever reported the message.
export function Failure({ state, code, text, role, children }: Props) {
  const known = useWords(failures).codes[code ?? '']
  const reason = known ?? text ?? code
  return (
    <div className="inbox-fault" role={role}>
      {reason ? `${state}: ${reason}` : state}
      {known && text && <div className="inbox-detail">{text}</div>}
      {children}
    </div>
  )
}
