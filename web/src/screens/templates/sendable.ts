import type { SendableTemplatesQuery } from '../../api/generated/graphql.ts'

export type Sendable = NonNullable<SendableTemplatesQuery['all']>['items'][number]

// sendable returns the templates of some lists that can be sent, each once, by name and language.
export function sendable(...lists: Sendable[][]): Sendable[] {
  const found = new Map(lists.flat().filter(({ approvedVersion }) => approvedVersion).map((template) => [template.id, template]))
  return [...found.values()].sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
}

function orderOf({ name, language, id }: Sendable): string {
  return [name, language, id].join('\n')
}
