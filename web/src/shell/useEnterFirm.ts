import { useMutation } from 'urql'

import { graphql } from '../api/graphql.ts'
import { useMe, type Me } from '../session/me.ts'
import { entered, forgetVisit } from '../session/session.ts'

const setFirm = graphql(`
  mutation SetFirm($input: SetFirmInput!) { setFirm(input: $input) { firmId } }
`)

// useEnterFirm returns a function that switches to a firm of the user, in all tabs.
export function useEnterFirm() {
  const { user } = useMe()
  const [{ fetching, error }, run] = useMutation(setFirm)
  const enter = async ({ relationId, sessionId }: Me['firms'][number]) => {
    forgetVisit()
    const result = await run({ input: { userId: user.id, relationId, sessionId } })
    if (result.data) {
      entered('/console')
    }
  }
  return { enter, fetching, error }
}
