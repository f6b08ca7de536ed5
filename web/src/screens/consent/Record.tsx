import { Button, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications as toasts } from '@mantine/notifications'

import type { ConsentState } from '../../api/generated/graphql.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { setConsent } from './queries.ts'
import { consent } from './words.ts'

interface Props {
  // address is undefined where it is to be entered.
  address?: string
  recorded: (address: string) => void
}

// Record adds an entry about an address, with what proves it.
export function Record({ address, recorded }: Props) {
  const words = { ...useWords(general), ...useWords(consent) }
  const form = useForm({ initialValues: { address: address ?? '', state: '', evidence: '' } })
  const { submit, fetching, fault } = useSubmit(setConsent, form)
  const save = form.onSubmit(async ({ address, state, evidence }) => {
    if (!state) {
      form.setFieldError('state', words.stateRequired)
      return
    }
    const data = await submit({ input: { address, state: state as ConsentState, evidence } })
    if (data) {
      toasts.show({ message: words.saved })
      form.reset()
      recorded(data.setConsent[0]?.address ?? address)
    }
  })
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <ErrorText fault={fault} />
        {address === undefined && <TextInput label={words.address} description={words.addressText} required data-autofocus autoComplete="off" {...form.getInputProps('address')} />}
        <Radio.Group label={words.newState} required {...form.getInputProps('state')}>
          <Stack gap={6} mt={6}>
            <Radio value="OptedIn" label={words.states.OptedIn} description={words.stateTexts.OptedIn} />
            <Radio value="OptedOut" label={words.states.OptedOut} description={words.stateTexts.OptedOut} />
          </Stack>
        </Radio.Group>
        <Textarea label={words.evidence} description={words.evidenceText} rows={3} maxLength={1000} {...form.getInputProps('evidence')} />
        <Button type="submit" loading={fetching} disabled={!form.isDirty()} data-testid="save">{words.add}</Button>
      </Stack>
    </form>
  )
}
