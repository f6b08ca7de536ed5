import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications as toasts } from '@mantine/notifications'
import { useClient, useQuery } from 'urql'
import { Link } from 'wouter'

import { faultOf } from '../../api/fault.ts'
import { Conflict } from '../../parts/Conflict.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { useOvertaken } from '../../parts/useOvertaken.ts'
import { usePolling } from '../../parts/usePolling.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useCan, useMe } from '../../session/me.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { keyOf } from './drafts.ts'
import { Editor } from './Editor.tsx'
import { Languages } from './Languages.tsx'
import { submitTemplate, templateQuery, updateTemplate } from './queries.ts'
import { InUse } from './InUse.tsx'
import { Status } from './Status.tsx'
import { useKept } from './useKept.ts'
import { clashes, merged, updateInput, valuesOf, type Part, type Template, type Values } from './values.ts'
import { templates } from './words.ts'

// Stored shows the version of a template that people work on, with what can be done with it.
export function Stored({ id, remove }: { id: string; remove: (template: Template) => void }) {
  const words = { ...useWords(general), ...useWords(templates) }
  const title = useWords(screenNames).templates
  const can = useCan()
  const [{ data, error }, again] = useQuery({ query: templateQuery, variables: { id }, requestPolicy: 'cache-and-network' })
  const template = data?.template
  // What WhatsApp decides comes by its hook.
  usePolling(() => void (template?.status === 'Submitted' && again({ requestPolicy: 'network-only' })), 10)
  const actions = template && (
    <>
      {template.approvedVersion && can('MessagingCampaign:Create') && <Button component={Link} href={`/campaigns/new?template=${id}`}>{words.sendCampaign}</Button>}
      {can('MessagingTemplate:Create') && <Button component={Link} href={`/templates/new?from=${id}`} variant="default">{words.anotherLanguage}</Button>}
      {can('MessagingTemplate:Delete') && <Button variant="default" c="var(--mantine-color-error)" onClick={() => remove(template)}>{words.delete}</Button>}
    </>
  )
  return (
    <Page title={template?.name ?? title} text={<Anchor component={Link} href="/templates" size="sm">← {words.back}</Anchor>} actions={actions}>
      <ErrorText fault={faultOf(error)} />
      {!template && !error && <Rows />}
      {template && <State template={template} />}
      {template && <Form key={id} template={template} />}
    </Page>
  )
}

// State says how far the version has come, which one is in use, and which languages there are.
function State({ template }: { template: Template }) {
  const words = useWords(templates)
  const { status, statusReason, version, approvedVersion } = template
  return (
    <>
      <Group gap="sm">
        <Status status={status} />
        <Text size="sm">{words.versionIs(version)}</Text>
        <Text size="sm" c="dimmed">{approvedVersion ? (approvedVersion === version ? words.isInUse : words.otherInUse(approvedVersion)) : words.noneInUse}</Text>
        <Languages template={template} />
      </Group>
      {statusReason && <Alert color={status === 'Rejected' || status === 'Disabled' ? 'red' : 'yellow'} variant="light" title={words.reasons(words.statuses[status])}>{statusReason}</Alert>}
    </>
  )
}

function Form({ template }: { template: Template }) {
  const words = { ...useWords(general), ...useWords(templates) }
  const can = useCan()
  const form = useForm<Values>({ initialValues: valuesOf(template) })
  const { firm, user } = useMe()
  const { kept, forget } = useKept(keyOf(user.id, firm?.firmId, template.id), form)
  const base = useFresh(form, valuesOf(template))
  const change = useSubmit(updateTemplate, form, false)
  const judge = useSubmit(submitTemplate, form, false)
  const isDirty = form.isDirty()
  const isOpen = template.status !== 'Submitted'
  const mayEdit = can('MessagingTemplate:Edit') && isOpen
  const client = useClient()
  const read = async () => {
    const { data, error } = await client.query(templateQuery, { id: template.id }, { requestPolicy: 'network-only' })
    return { values: data?.template ? valuesOf(data.template) : undefined, error }
  }
  const overtaken = useOvertaken(read, (known, theirs) => clashes(known, theirs, form.getValues()).length > 0)
  const { theirs } = overtaken
  const show = (before: Values, values: Values) => {
    form.setInitialValues(before)
    form.setValues(values)
    overtaken.forget()
  }
  const send = async (values: Values, known: Values) => {
    const now = await overtaken.check(known)
    const next = now && merged(known, now, values)
    if (next && (await change.submit({ input: updateInput(template.id, now, next) }))) {
      show(next, next)
      forget()
      toasts.show({ message: words.saved })
    }
  }
  const textOf = ({ header, ...values }: Values, part: Part) => {
    switch (part) {
      case 'category':
        return words.categories[values.category]
      case 'header':
        return header.type ? `${words.headerTypes[header.type]}: ${header.text}` : ''
      case 'buttons':
        return values.buttons.map(({ text, value }) => [text, value].filter(Boolean).join(': ')).join(', ')
      default:
        return values[part]
    }
  }
  const mine = theirs && merged(base, theirs, form.values)
  const submit = async () => {
    const data = await judge.submit({ input: { id: template.id } })
    if (data) {
      toasts.show({ message: data.submitTemplate.status === 'Approved' ? words.nowInUse : words.nowSubmitted })
    }
  }
  const discard = () => {
    show(valuesOf(template), valuesOf(template))
    forget()
  }
  return (
    <form onSubmit={form.onSubmit((values) => send(values, base))} noValidate>
      <Editor form={form} id={template.id} kept={kept && isDirty} discard={discard} readOnly={!mayEdit || change.fetching || overtaken.reading} beside={<InUse template={template} />}>
        {!isOpen && <Text size="sm" c="dimmed">{words.judged}</Text>}
        {mayEdit && template.status === 'Approved' && <Text size="sm" c="dimmed">{words.newVersion(template.version)}</Text>}
        <ErrorText fault={overtaken.fault ?? change.fault ?? judge.fault} />
        {theirs && mine && (
          <Conflict
            differences={clashes(base, theirs, mine).map((part) => ({ label: words[part], theirs: textOf(theirs, part), mine: textOf(mine, part) }))}
            take={() => show(theirs, theirs)}
            save={() => {
              show(theirs, mine)
              void send(mine, theirs)
            }}
          />
        )}
        {mayEdit && (
          <Group gap="xs">
            <Button type="submit" loading={change.fetching || overtaken.reading} disabled={!isDirty || Boolean(theirs)} data-testid="save">{words.save}</Button>
            {(template.status === 'Draft' || template.status === 'Rejected') && (
              <Button variant="default" loading={judge.fetching} disabled={isDirty} onClick={() => void submit()} data-testid="submit">{words.submit}</Button>
            )}
            {isDirty ? <Text size="sm" c="dimmed">{words.notSaved}</Text> : null}
          </Group>
        )}
      </Editor>
    </form>
  )
}
