import { Anchor, Button, Text } from '@mantine/core'
import { useQuery } from 'urql'
import { Link } from 'wouter'

import { faultOf } from '../../api/fault.ts'
import { propertiesQuery } from '../../api/properties.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useCan } from '../../session/me.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { Details } from './Details.tsx'
import { Permissions } from './Permissions.tsx'
import { roleQuery } from './queries.ts'
import { roles } from './words.ts'

// RolePage shows what a role may do.
export function RolePage({ id }: { id: string }) {
  const words = { ...useWords(general), ...useWords(roles) }
  const title = useWords(screenNames).roles
  const can = useCan()
  const [, setOpen] = useAddress('open')
  const [{ data, error }] = useQuery({ query: roleQuery, variables: { id }, requestPolicy: 'cache-and-network' })
  const [properties] = useQuery({ query: propertiesQuery })
  const role = data?.role
  const all = properties.data?.roleProperties
  const fault = faultOf(error ?? properties.error)
  const back = <Anchor component={Link} href="/roles" size="sm" underline="always">{words.back}</Anchor>
  if (!role || !all) {
    return (
      <Page title={title} text={back}>
        {fault?.code === 'NotFound' || fault?.code === 'ValidationError' ? <Text>{words.gone}</Text> : fault ? <ErrorText fault={fault} /> : <Rows count={13} />}
      </Page>
    )
  }
  const note = role.isSystem ? words.ownerText : can('Role:ModifyPermissions') ? undefined : words.readOnly
  return (
    <Page
      title={role.name}
      text={<>{back} · {role.description || words.text}</>}
      actions={can('Role:Edit') && !role.isSystem && <Button variant="default" onClick={() => setOpen('edit')}>{words.edit}</Button>}
    >
      {!role.isActive && <Text size="sm">{words.inactive}</Text>}
      {note && <Text size="sm">{note}</Text>}
      <Permissions key={role.id} role={role} all={all} />
      <Details role={role} />
    </Page>
  )
}
