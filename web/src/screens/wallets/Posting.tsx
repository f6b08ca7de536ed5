import { Button, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications as toasts } from '@mantine/notifications'
import { useState } from 'react'
import { useClient } from 'urql'

import { faultOf, type Fault } from '../../api/fault.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { newKey } from '../../parts/key.ts'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { Confirm } from './Confirm.tsx'
import { adjustWallet, clientBalanceQuery, creditWallet, discountWallet } from './queries.ts'
import { wallets } from './words.ts'

type Kind = 'credit' | 'discount' | 'adjust'

const mutations = { credit: creditWallet, discount: discountWallet, adjust: adjustWallet }

// Posting shows at the side the form of the kind that the address says.
export function Posting({ firmId, firmName }: { firmId: string; firmName: string }) {
  const words = { ...useWords(general), ...useWords(wallets) }
  const [open, setOpen] = useAddress('open')
  const kind = open in mutations ? (open as Kind) : undefined
  const close = () => setOpen('')
  return (
    <SidePanel opened={Boolean(kind)} onClose={close} title={kind && words[kind]}>
      {kind && <Form key={kind} kind={kind} firmId={firmId} firmName={firmName} close={close} />}
    </SidePanel>
  )
}

// Form posts once, however often it is sent: its key is made when it opens.
function Form({ kind, firmId, firmName, close }: { kind: Kind; firmId: string; firmName: string; close: () => void }) {
  const words = useWords(wallets)
  const format = useFormat()
  const client = useClient()
  const [idempotencyKey] = useState(newKey)
  const [before, setBefore] = useState<{ balance: number; currency: string }>()
  const [asking, setAsking] = useState(false)
  const [unread, setUnread] = useState<Fault>()
  const form = useForm({ initialValues: { amount: '' as number | '', reason: '', bankRef: '' } })
  const { submit, fetching, fault } = useSubmit(mutations[kind], form)
  const { amount, reason, bankRef } = form.values

  const goOn = form.onSubmit(async () => {
    setAsking(true)
    const { data, error } = await client.query(clientBalanceQuery, { firmId }, { requestPolicy: 'network-only' }).toPromise()
    setAsking(false)
    setUnread(faultOf(error))
    setBefore(data?.clientWalletBalance ?? undefined)
  })
  const post = async () => {
    const data = await submit({ input: { firmId, amount: Number(amount), reason, idempotencyKey, ...(bankRef && kind !== 'discount' && { bankRef }) } })
    setBefore(undefined)
    if (data) {
      toasts.show({ message: words.booked(format.money(data.posting.balance, before?.currency)) })
      close()
    }
  }
  return (
    <form onSubmit={goOn} noValidate>
      <Stack>
        <Text size="sm" c="dimmed">{words[`${kind}Text`]}</Text>
        <ErrorText fault={fault ?? unread} />
        <NumberInput label={words.amount} decimalScale={4} allowNegative={kind === 'adjust'} thousandSeparator=" " hideControls required data-autofocus {...form.getInputProps('amount')} />
        <TextInput label={words.reason} description={words.reasonText} required {...form.getInputProps('reason')} />
        {kind !== 'discount' && <TextInput label={words.bankRef} {...form.getInputProps('bankRef')} />}
        <Button type="submit" loading={asking || fetching} data-testid="save">{words.goOn}</Button>
      </Stack>
      {before && (
        <Confirm title={words.confirmTitle(words[kind], firmName)} before={before} amount={Number(amount)} busy={fetching} post={() => void post()} close={() => setBefore(undefined)} />
      )}
    </form>
  )
}
