import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useMutation, useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useUndo } from '../../parts/useUndo.tsx'
import { useCan } from '../../session/me.ts'
import { PlusIcon, TrashIcon } from '../../shell/icons.tsx'
import { useWords } from '../../words/language.ts'
import { deleteQuickReply, quickRepliesQuery, type QuickReply } from './queries.ts'
import { QuickReplyForm } from './QuickReplyForm.tsx'
import { inbox } from './words.ts'

// QuickReplies are the texts that agents insert by /. Whoever may answer may change them.
export function QuickReplies() {
  const words = useWords(inbox)
  const may = useCan()('MessagingChat:SendMessage')
  const [open, setOpen] = useAddress('open')
  const isOpen = may && open === 'quick-replies'
  // edited is the quick reply in the form as it was when it was opened, or new.
  const [edited, setEdited] = useState<QuickReply | 'new'>()
  const [, remove] = useMutation(deleteQuickReply)
  const { pending, later } = useUndo()
  const [{ data, error }] = useQuery({ query: quickRepliesQuery, pause: !isOpen, requestPolicy: 'cache-and-network' })
  const present = edited === 'new' ? undefined : (data?.quickReplies?.find(({ id }) => id === edited?.id) ?? edited)
  const shown = data?.quickReplies?.filter(({ id }) => !pending.has(id))
  const leave = () => (setEdited(undefined), setOpen(''))
  return (
    <Dialog opened={isOpen} onClose={leave} title={words.quickReplies} size="lg">
      {edited ? (
        <QuickReplyForm reply={present} close={() => setEdited(undefined)} />
      ) : (
        <Stack gap="xs">
          <ErrorText fault={faultOf(error)} />
          {!shown && !error && <Rows count={4} />}
          {shown?.length === 0 && <Text size="sm" c="dimmed">{words.noQuickRepliesYet}</Text>}
          {shown?.map((reply) => (
            <Group key={reply.id} wrap="nowrap" gap="xs" className="inbox-reply">
              <div className="inbox-reply-text">
                <Text size="sm" fw={600} truncate>/{reply.shortcut}</Text>
                <Text size="sm" c="dimmed" lineClamp={2}>{reply.body}</Text>
              </div>
              <Button variant="default" size="compact-sm" aria-label={words.editQuickReply(reply.shortcut)} onClick={() => setEdited(reply)}>{words.edit}</Button>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={words.deleteQuickReply(reply.shortcut)}
                onClick={() => later(reply.id, words.quickReplyDeleted(reply.shortcut), (context) => remove({ input: { id: reply.id } }, context))}
              >
                <TrashIcon size={16} />
              </ActionIcon>
            </Group>
          ))}
          <Group><Button leftSection={<PlusIcon size={15} />} onClick={() => setEdited('new')} data-testid="new-quick-reply">{words.newQuickReply}</Button></Group>
        </Stack>
      )}
    </Dialog>
  )
}
