import { onLeave } from '../../parts/leave.ts'
import { draftKey, hasDraft } from '../../session/access.js'

// prefix begins the names of the drafts that are templates which somebody has changed and not saved.
const prefix = 'template-'

// They are lost with the tab, and by signing out, whatever screen is open.
onLeave({ hasDrafts: () => hasDraft(prefix) })

// keyOf names the draft of a template of a firm, or of a new one.
export function keyOf(userId: string, firmId: string | undefined, template: string): string {
  return draftKey(userId, `${prefix}${firmId}-${template}`)
}
