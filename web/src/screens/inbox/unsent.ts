import { onLeave } from '../../parts/leave.ts'
import { hasDraft } from '../../session/access.js'

// unsent begins the names of the drafts that are replies and notes which the server has not taken.
export const unsent = 'unsent-'

// They are lost with the tab, and by signing out.
onLeave({ hasUnsent: () => hasDraft(unsent) })
