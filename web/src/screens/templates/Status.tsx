import type { TemplateStatus } from '../../api/generated/graphql.ts'
import { StatusBadge } from '../../parts/StatusBadge.tsx'
import { useWords } from '../../words/language.ts'
import { templates } from './words.ts'

const colours = { Draft: 'gray', Submitted: 'blue', Approved: 'pine', Rejected: 'red', Paused: 'yellow', Disabled: 'red' } as const

export function Status({ status }: { status: TemplateStatus }) {
  const words = useWords(templates)
  return <StatusBadge color={colours[status]}>{words.statuses[status]}</StatusBadge>
}
