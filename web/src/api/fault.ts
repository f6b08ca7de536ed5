import type { CombinedError } from 'urql'

// Fault is an error of the server, in its words.
export interface Fault {
  // code is one of docs/contract.md, such as ValidationError, or Network when there was no answer.
  code: string
  message: string
  // fields are the faults of a ValidationError, by the field of the input.
  fields: Record<string, string>
  requestId?: string
}

interface Details {
  code?: string
  requestId?: string
  details?: { field: string; message: string }[]
}

export function faultOf(error: CombinedError | undefined): Fault | undefined {
  if (!error) {
    return undefined
  }
  const first = error.graphQLErrors[0]
  return first ? newFault(first.message, first.extensions as Details) : { code: 'Network', message: '', fields: {} }
}

// faultOfAnswer returns the fault of an answer over REST.
export function faultOfAnswer(answer: { message: string; error: Details | null }): Fault {
  return newFault(answer.message, answer.error ?? {})
}

function newFault(message: string, { code = 'InternalError', details = [], requestId }: Details): Fault {
  return { code, message, fields: Object.fromEntries(details.map((fault) => [fault.field, fault.message])), requestId }
}
