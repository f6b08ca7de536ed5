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
  const [{ data, error, fetching }] = useQuery({ query: firmQuery, variables: { id }, pause: !id })
  // Until the answer is there, what was read before is about another firm. A panel that closes shows its firm to the end.
  const firm = !id || data?.firm?.id === id ? data?.firm : undefined
  const title = open === 'new' ? words.newFirm : firm && words.editTitle(firm.name)
  return (
    <SidePanel opened={open === 'new' || Boolean(id)} onClose={close} title={title}>
      {open === 'new' ? <Create close={close} />
        : firm ? <Edit key={firm.id} firm={firm} close={close} />
        : fetching ? <Rows count={5} />
        : error ? <ErrorText fault={faultOf(error)} />
        : data ? <Text>{words.gone}</Text> : <Rows count={5} />}
    </SidePanel>
  )
}
