import { Text } from '@mantine/core'
import { useQuery } from 'urql'

import { useCan } from '../../session/me.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { holdersQuery, type Role } from './queries.ts'
import { roles } from './words.ts'

// Affected names who has a role, as far as the user may see the users.
export function Affected({ role }: { role: Role }) {
  const words = useWords(roles)
  const format = useFormat()
  const maySee = useCan()('Users:View')
  const [{ data }] = useQuery({ query: holdersQuery, variables: { roleId: role.id }, pause: !maySee, requestPolicy: 'cache-and-network' })
  const users = data?.userPage
  const count = users?.totalCount ?? role.userCount ?? 0
  if (count === 0) {
    return <Text size="sm">{words.affectsNobody}</Text>
  }
  const names = users?.items.map(({ firstName, lastName }) => `${firstName} ${lastName}`) ?? []
  if (users && count > names.length) {
    names.push(words.andMore(format.number(count - names.length)))
  }
  return (
    <Text size="sm">
      {words.affected(count)} <Text span fw={550}>{names.join(', ')}</Text>
    </Text>
  )
}
