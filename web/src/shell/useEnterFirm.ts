import { useMutation } from 'urql'

import { graphql } from '../api/graphql.ts'
import { leavePage } from '../parts/leave.ts'
import { useFaultToast } from '../parts/useFaultToast.ts'
import { useMe, type Me } from '../session/me.ts'
import { visited } from '../session/access.js'
import { entered, forgetVisit, visit } from '../session/session.ts'

const setFirm = graphql(`
  mutation SetFirm($input: SetFirmInput!) { setFirm(input: $input) { firmId } }
`)

// useEnterFirm returns a function that switches to a firm of the user, in all tabs.
export function useEnterFirm() {
  const { user } = useMe()
  const sayFault = useFaultToast()
  const [{ fetching }, run] = useMutation(setFirm)
  const enter = ({ relationId, sessionId }: Me['firms'][number]) =>
    leavePage(async () => {
      const visitedFirm = visited()
      forgetVisit()
      const result = await run({ input: { userId: user.id, relationId, sessionId } })
      if (result.data) {
        entered('/console')
      } else if (visitedFirm) {
        void visit(visitedFirm) // Nothing of the firm on this page is sent to the own one.
      }
      sayFault(result)
      return Boolean(result.data)
    })
  return { enter, fetching }
}
