import { Text } from '@mantine/core'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { Create } from './Create.tsx'
import { Edit } from './Edit.tsx'
import { firmQuery } from './queries.ts'
import { firms } from './words.ts'

// Panel shows at the side a new firm, or the one that the address says.
export function Panel() {
  const words = { ...useWords(general), ...useWords(firms) }
  const [open, setOpen] = useAddress('open')
  const close = () => setOpen('')
  const id = open.startsWith('edit ') ? open.slice(5) : ''
  const [{ data, error }] = useQuery({ query: firmQuery, variables: { id }, pause: !id })
  const firm = data?.firm
  const title = open === 'new' ? words.newFirm : firm && words.editTitle(firm.name)
  return (
    <SidePanel opened={open === 'new' || Boolean(id)} onClose={close} title={title}>
      {open === 'new' ? <Create close={close} />
        : firm ? <Edit key={firm.id} firm={firm} close={close} />
        : error ? <ErrorText fault={faultOf(error)} />
        : data ? <Text>{words.gone}</Text> : <Rows count={5} />}
    </SidePanel>
  )
}
