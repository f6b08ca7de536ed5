import { Text } from '@mantine/core'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { Why } from '../../parts/Why.tsx'
import { useCan } from '../../session/me.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { Edit } from './Edit.tsx'
import { Invite } from './Invite.tsx'
import { nameOf, userQuery, type User } from './queries.ts'
import { Resend } from './Resend.tsx'
import { users } from './words.ts'

// Panel shows at the side what the address says: a new person, or one to edit, to invite again, or to
// ask about.
export function Panel() {
  const words = { ...useWords(general), ...useWords(users) }
  const can = useCan()
  const [open, setOpen] = useAddress('open')
  const [, setModule] = useAddress('module')
  const [, setAction] = useAddress('action')
  const close = () => {
    setOpen('')
    setModule('')
    setAction('')
  }
  const [what, id] = open.split(' ')
  const [{ data, error, fetching }] = useQuery({ query: userQuery, variables: { id: id ?? '' }, pause: !id })
  // Until the answer is there, what was read before is about somebody else.
  const user = data?.user?.id === id ? data?.user : undefined
  if (what === 'why' && id && user && can('Role:View')) {
    return <Why who={{ userId: id }} name={nameOf(user)} close={close} />
  }
  const found = (title: (name: string) => string, panel: (user: User) => React.ReactNode) => ({
    title: user && title(nameOf(user)),
    content: user ? panel(user) : fetching ? <Rows count={4} /> : error ? <ErrorText fault={faultOf(error)} /> : data ? <Text>{words.gone}</Text> : <Rows count={4} />,
  })
  const panel =
    what === 'new' && can('Users:Create') ? { title: words.invite, content: <Invite close={close} /> }
    : what === 'edit' && can('Users:Edit') ? found(words.editTitle, (user) => <Edit key={user.id} user={user} close={close} />)
    : what === 'resend' && can('Users:Create') ? found(words.resendTitle, (user) => <Resend key={user.id} user={user} close={close} />)
    : undefined
  return (
    <SidePanel opened={Boolean(panel)} onClose={close} title={panel?.title}>
      {panel?.content}
    </SidePanel>
  )
}
