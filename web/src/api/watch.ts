import type { AnyVariables, Client, TypedDocumentNode } from 'urql'

import { faultOf } from './fault.ts'
import { begun } from './live.ts'

// watch calls receive with each event of a subscription, until the function that it returns is called. Where the
// server ends the subscription, it subscribes again, after a longer time at each failure, and calls missed once that
// has begun. What is not allowed or not there stays ended.
export function watch<Data, Variables extends AnyVariables>(
  client: Client,
  subscription: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  receive: (data: Data) => void,
  missed?: () => void,
): () => void {
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let end = () => {}
  let isLeft = false
  const subscribe = () => {
    const { unsubscribe } = client.subscription(subscription, variables).subscribe(({ data, error }) => {
      if (data) {
        failures = 0
        receive(data)
      }
      const fault = faultOf(error)
      if (fault && fault.code !== 'Forbidden' && fault.code !== 'NotFound') {
        clearTimeout(retry)
        retry = setTimeout(again, Math.min(30_000, 1000 * 2 ** failures++))
      }
    })
    end = unsubscribe
  }
  const again = () => {
    end()
    subscribe()
    void begun().then(() => isLeft || missed?.())
  }
  subscribe()
  return () => {
    isLeft = true
    clearTimeout(retry)
    end()
  }
}
