import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useMutation, type AnyVariables, type TypedDocumentNode } from 'urql'

import { faultOf, type Fault } from '../api/fault.ts'

// useSubmit runs a mutation for a form. The faults of the server that name a field of the form appear
// at that field; fault holds any other.
export function useSubmit<Data, Variables extends AnyVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  form?: Pick<UseFormReturnType<never>, 'setErrors'> & { getValues: () => object },
) {
  const [{ fetching }, run] = useMutation(mutation)
  const [fault, setFault] = useState<Fault>()
  const submit = async (variables: Variables): Promise<Data | undefined> => {
    setFault(undefined)
    const { data, error } = await run(variables)
    const found = faultOf(error)
    if (!found) {
      return data
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
