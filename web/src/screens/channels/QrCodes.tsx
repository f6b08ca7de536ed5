import { Anchor, Button, Group, Image, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import type { ChannelQrCodesQuery } from '../../api/generated/graphql.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useUndo } from '../../parts/useUndo.tsx'
import { useCan } from '../../session/me.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { Copy } from './Copy.tsx'
import { createQrCode, deleteQrCode, qrCodesQuery } from './queries.ts'
import { channels } from './words.ts'

type QrCode = NonNullable<ChannelQrCodesQuery['channelQrCodes']>[number]

// QrCodes are the pictures that open a chat with a channel.
export function QrCodes({ id }: { id: string }) {
  const words = useWords(channels)
  const can = useCan()
  const { pending, later } = useUndo()
  const [, remove] = useMutation(deleteQrCode)
  const [{ data, error }, again] = useQuery({ query: qrCodesQuery, variables: { id }, requestPolicy: 'cache-and-network' })
  const shown = data?.channelQrCodes?.filter(({ code }) => !pending.has(code))
  const removeLater = ({ code }: QrCode) => later(code, words.qrCodeDeleted, (context) => remove({ input: { id, code } }, context))
  return (
    <Paper withBorder p="md" component="section" aria-label={words.qrCodes}>
      <Stack gap="sm">
        <div>
          <Title order={2}>{words.qrCodes}</Title>
          <Text size="sm" c="dimmed">{words.qrCodesText}</Text>
        </div>
        {can('Dashboard:QRCodeChange') && <Create id={id} />}
        <ErrorText fault={faultOf(error)} again={() => again({ requestPolicy: 'network-only' })} />
        {!shown && !error && <Rows count={3} />}
        {shown?.length === 0 && <Text size="sm">{words.noQrCodes}</Text>}
        {shown && shown.length > 0 && (
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
            {shown.map((code) => <Code key={code.code} code={code} remove={can('Dashboard:QRCodeChange') ? () => removeLater(code) : undefined} />)}
          </SimpleGrid>
        )}
      </Stack>
    </Paper>
  )
}

function Create({ id }: { id: string }) {
  const words = useWords(channels)
  const form = useForm({ initialValues: { text: '' } })
  const { submit, fetching, fault } = useSubmit(createQrCode, form)
  const create = form.onSubmit(async ({ text }) => {
    if (await submit({ input: { id, text } })) {
      form.reset()
    }
  })
  return (
    <form onSubmit={create} noValidate>
      <Stack gap="xs">
        <ErrorText fault={fault} />
        <Group align="flex-end" gap="xs">
          <TextInput label={words.qrText} description={words.qrTextText} maxLength={140} w={{ base: '100%', sm: 420 }} {...form.getInputProps('text')} />
          <Button type="submit" variant="default" loading={fetching}>{words.newQrCode}</Button>
        </Group>
      </Stack>
    </form>
  )
}

function Code({ code, remove }: { code: QrCode; remove?: () => void }) {
  const words = { ...useWords(general), ...useWords(channels) }
  return (
    <Paper withBorder p="sm">
      <Stack gap="xs" align="flex-start">
        <Image src={code.imageUrl} alt={words.qrPicture(code.text)} w={148} h={148} bg="white" />
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>{code.text}</Text>
        <Anchor href={code.link} size="xs" target="_blank" rel="noreferrer" style={{ overflowWrap: 'anywhere' }}>{code.link}</Anchor>
        <Group gap="xs">
          <Copy value={code.link} label={words.link} />
          {remove && <Button variant="default" size="xs" c="var(--mantine-color-error)" onClick={remove} aria-label={words.deleteQrCode(code.text)}>{words.delete}</Button>}
        </Group>
      </Stack>
    </Paper>
  )
}
