import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useMutation, type AnyVariables, type TypedDocumentNode } from 'urql'

import { faultOf, type Fault } from '../api/fault.ts'
import { useKept } from './kept.ts'
import { finishWaiting } from './waiting.ts'

// useSubmit runs a mutation for a form. The faults of the server that name a field of the form appear
// at that field; fault holds any other. The panel or the screen around the form is not left without asking while isKept
// is set, which without another answer is while the form has what is not saved.
export function useSubmit<Data, Variables extends AnyVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  form?: Pick<UseFormReturnType<never>, 'setErrors'> & { getValues: () => object; isDirty: () => boolean },
  isKept = form?.isDirty() ?? false,
) {
  const release = useKept(isKept)
  const [{ fetching }, run] = useMutation(mutation)
  const [fault, setFault] = useState<Fault>()
  // submit returns the answer, or undefined when the server refuses. instead returns what to send in the place of what was
  // refused, if anything.
  const submit = async (variables: Variables, instead?: (fault: Fault) => Variables | undefined): Promise<Data | undefined> => {
    setFault(undefined)
    const { data, error } = await run(variables)
    const found = faultOf(error)
    if (!found) {
      release() // What was saved may lead to another screen.
      return data
    }
    // What is in the way may be gone for the user already, while its deletion can still be undone.
    if (found.code === 'Conflict' && (await finishWaiting())) {
      return submit(variables, instead)
    }
    const next = instead?.(found)
    if (next) {
      return submit(next)
    }
    const values = form?.getValues() ?? {}
    const known = Object.entries(found.fields).filter(([field]) => has(values, field))
    form?.setErrors(Object.fromEntries(known.map(([field, message]) => [formPath(field), message])))
    if (known.length === 0 || known.length < Object.keys(found.fields).length) {
      setFault(found)
    }
    return undefined
  }
  return { submit, fetching, fault }
}

// formPath writes phones[0].phone as forms do: phones.0.phone.
function formPath(field: string): string {
  return field.replace(/\[(\d+)\]/g, '.$1')
}

function has(values: object, field: string): boolean {
  let value: unknown = values
  for (const part of formPath(field).split('.')) {
    if (typeof value !== 'object' || value === null || !(part in value)) {
      return false
    }
    value = (value as Record<string, unknown>)[part]
  }
  return true
}
