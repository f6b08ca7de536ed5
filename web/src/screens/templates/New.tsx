import { Anchor, Button, Group } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from 'urql'
import { Link, useLocation } from 'wouter'

import { faultOf } from '../../api/fault.ts'
import type { ChannelKind } from '../../api/generated/graphql.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useCan, useMe } from '../../session/me.ts'
import { Message } from '../../shell/Routes.tsx'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { keyOf } from './drafts.ts'
import { Editor } from './Editor.tsx'
import { channelNamesQuery, createTemplate, submitTemplate, templateQuery } from './queries.ts'
import { useKept } from './useKept.ts'
import { createInput, kinds, newValues, valuesOf, type Values } from './values.ts'
import { templates } from './words.ts'

// New makes a template: an empty one, or one with the texts of another in the address, in another language.
export function New() {
  const words = { ...useWords(general), ...useWords(templates) }
  const can = useCan()
  const [from] = useAddress('from')
  const mayCreate = can('MessagingTemplate:Create')
  const [{ data, error }] = useQuery({ query: templateQuery, variables: { id: from }, pause: !from || !mayCreate })
  const [names] = useQuery({ query: channelNamesQuery, pause: !mayCreate, requestPolicy: 'cache-and-network' })
  if (!mayCreate) {
    return <Message title={words.notAllowed} text={words.notAllowedText('MessagingTemplate:Create')} />
  }
  const other = data?.template
  const channels = names.data?.channelLookup
  const initial = from ? other && { ...valuesOf(other), language: '' } : channels && firstValues(channels)
  return (
    <Page title={other ? words.anotherLanguageOf(other.name) : words.create} text={<Anchor component={Link} href="/templates" size="sm">← {words.back}</Anchor>}>
      <ErrorText fault={faultOf(error ?? names.error)} />
      {initial ? <Form key={from} from={from} initial={initial} /> : !error && !names.error && <Rows />}
    </Page>
  )
}

// firstValues are those of an empty template, for a kind of which the firm has a channel.
function firstValues(channels: { id: string; kind: ChannelKind }[]): Values {
  const kind = kinds.find((one) => channels.some((channel) => channel.kind === one)) ?? 'Sandbox'
  const [only, ...others] = channels.filter((channel) => channel.kind === kind)
  return { ...newValues(kind), channelId: kind === 'WhatsApp' && only && others.length === 0 ? only.id : '' }
}

function Form({ from, initial }: { from: string; initial: Values }) {
  const words = { ...useWords(general), ...useWords(templates) }
  const [, navigate] = useLocation()
  const can = useCan()
  const form = useForm<Values>({ initialValues: initial })
  const { firm, user } = useMe()
  const { kept, forget } = useKept(keyOf(user.id, firm?.firmId, `new-${from}`), form)
  const { submit, fetching, fault } = useSubmit(createTemplate, form, false)
  const judge = useSubmit(submitTemplate, form, false)
  const create = async (values: Values) => {
    const data = await submit({ input: createInput(values) })
    if (data) {
      forget()
    }
    return data?.createTemplate.id
  }
  const save = form.onSubmit(async (values) => {
    const id = await create(values)
    if (id) {
      navigate(`/templates/${id}`)
    }
  })
  // A draft that is refused is shown on its page, with what is wrong when it is submitted there.
  const saveAndSubmit = form.onSubmit(async (values) => {
    const id = await create(values)
    if (id) {
      await judge.submit({ input: { id } })
      navigate(`/templates/${id}`)
    }
  })
  const discard = () => {
    form.reset()
    forget()
  }
  return (
    <form onSubmit={save} noValidate>
      <Editor form={form} isNew kept={kept} discard={discard}>
        <ErrorText fault={fault} />
        <Group gap="xs">
          <Button type="submit" loading={fetching && !judge.fetching} data-testid="save">{words.saveDraft}</Button>
          {form.values.kind !== 'WhatsApp' && can('MessagingTemplate:Edit') && (
            <Button variant="default" loading={judge.fetching} onClick={() => saveAndSubmit()} data-testid="save-and-submit">{words.saveAndUse}</Button>
          )}
        </Group>
      </Editor>
    </form>
  )
}
