import { Button, Group, SegmentedControl, Textarea } from '@mantine/core'
import { useEffect, useRef, useState, type ClipboardEvent, type DragEvent, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'

import { isComposing } from '../../parts/composing.ts'
import { Segments } from '../../parts/Segments.tsx'
import { useCan } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { Attachment, AttachButton } from './Attachment.tsx'
import type { Commands } from './commands.ts'
import type { Entries } from './entries.ts'
import { nameOf } from './nameOf.ts'
import { limitOf, noteLimit } from './limit.ts'
import type { Pending } from './outbox.ts'
import type { Conversation } from './queries.ts'
import { listId, optionId, QuickReplyList, useQuickReplies } from './QuickReplyList.tsx'
import { TemplateChoice } from './TemplateChoice.tsx'
import { useAttachment } from './useAttachment.ts'
import { useDraft } from './useDraft.ts'
import { useTellTyping } from './useTyping.ts'
import { useWindow, Window } from './Window.tsx'
import { inbox } from './words.ts'

interface Props {
  conversation: Conversation
  entries: Entries
  commands: RefObject<Commands>
  // manage opens the quick replies.
  manage: () => void
}

// Composer writes replies and notes, as far as the user may.
export function Composer({ conversation, entries, commands, manage }: Props) {
  const words = useWords(inbox)
  const can = useCan()
  const { id } = conversation
  const to = nameOf(conversation)
  const mayWrite = can('MessagingChat:SendMessage')
  const mayUseTemplate = can('MessagingChat:SendTemplate') && can('MessagingTemplate:View')
  const window = useWindow(conversation)
  const [draft, setDraft] = useDraft(id)
  const file = useAttachment(conversation)
  const tellTyping = useTellTyping(id)
  const [isChoosing, setChoosing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, isNote } = draft
  const isWritable = mayWrite && (isNote || window.isOpen)
  const mayAttach = isWritable && !isNote

  const insert = (body: string) => {
    setDraft({ text: text.replace(/(^|\s)\/\S*$/, (_, before: string) => before + body) })
    field.current?.focus()
  }
  const quick = useQuickReplies(isWritable && !isNote ? text : '', insert, manage)

  useEffect(() => {
    const write = (isNote: boolean, written = text) => () => {
      // What is typed next is for the field, which is drawn at once.
      flushSync(() => setDraft({ isNote, text: written }))
      field.current?.focus()
    }
    const template = mayUseTemplate ? () => setChoosing(true) : undefined
    // A note that the firm alone sees must not become part of a reply.
    const edit = ({ key, answer, text: written, fileName }: Pending) => {
      const isFree = text.trim() === '' && !file.chosen
      if (isFree && entries.outbox.remove(key)) {
        if (answer?.media) {
          file.putBack(fileName ?? '', String(answer.media.fileId))
        }
        write(!answer, written)()
      }
      return isFree
    }
    // Once the window has closed, a template is the only reply.
    const own: Commands = { reply: mayWrite && window.isOpen ? write(false) : template, note: mayWrite ? write(true) : undefined, template, edit: mayWrite ? edit : undefined }
    Object.assign(commands.current, own)
    return () => {
      commands.current.reply = undefined
      commands.current.note = undefined
      commands.current.template = undefined
      commands.current.edit = undefined
    }
  })

  const send = () => {
    const body = text.trim()
    if (!isNote && !window.isOpen) {
      return
    }
    if (isNote) {
      if (!body) {
        return
      }
      setDraft({ text: '' })
      void entries.outbox.add({ text: body, to })
      return
    }
    if (file.chosen) {
      const { fileId, name } = file.chosen
      if (fileId) {
        file.clear()
        setDraft({ text: '' })
        tellTyping(false)
        void entries.outbox.add({ answer: { media: { fileId, caption: body || undefined } }, text: body, fileName: name, to })
      }
    } else if (body) {
      setDraft({ text: '' })
      tellTyping(false)
      void entries.outbox.add({ answer: { body }, text: body, to })
    }
  }

  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (quick.press(event)) {
      event.preventDefault()
      return
    }
    if (event.key === 'Enter' && !event.shiftKey && !isComposing(event.nativeEvent)) {
      event.preventDefault()
      send()
    }
  }
  const type = (next: string) => {
    setDraft({ text: next })
    if (!isNote) {
      tellTyping(next.trim() !== '')
    }
  }
  const take = (files: FileList, event: DragEvent | ClipboardEvent) => {
    const [first] = files
    if (first) {
      event.preventDefault() // A browser would leave the page for the file.
      if (mayAttach) {
        void file.choose(first)
      }
    }
  }

  if (!mayWrite && !mayUseTemplate) {
    return null
  }
  return (
    <div className="inbox-composer" data-note={isNote || undefined} onDragOver={(event) => event.preventDefault()} onDrop={(event) => take(event.dataTransfer.files, event)}>
      <Window window={window} mayUseTemplate={mayUseTemplate} />
      {quick.isOpen && <QuickReplyList {...quick} />}
      <Attachment file={file} />
      {/* The field stays when the window closes while somebody types: the keys would become commands. */}
      {mayWrite && (isNote || window.isOpen || text !== '') && (
        <Textarea
          ref={field}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={isNote ? noteLimit : limitOf(conversation.channelKind, file.chosen !== undefined)}
          aria-label={isNote ? words.noteLabel : words.replyLabel}
          placeholder={isNote ? words.writeNote : words.writeReply}
          aria-description={words.composeHint}
          aria-controls={quick.isOpen ? listId : undefined}
          aria-activedescendant={quick.isOpen && quick.active !== undefined ? optionId(quick.active) : undefined}
          value={text}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={press}
          // What is copied from a document may be a picture of itself, too.
          onPaste={(event) => event.clipboardData.types.includes('text/plain') || take(event.clipboardData.files, event)}
          onBlur={() => tellTyping(false)}
        />
      )}
      {conversation.channelKind === 'Sms' && isWritable && !isNote && text.trim() && <Segments body={text} />}
      <Group gap="xs" mt={6} justify="space-between">
        <Group gap={6}>
          {mayWrite && (
            <SegmentedControl
              size="xs"
              aria-label={words.kind}
              value={isNote ? 'note' : 'reply'}
              onChange={(kind) => setDraft({ isNote: kind === 'note' })}
              data={[{ value: 'reply', label: words.reply }, { value: 'note', label: words.note }]}
            />
          )}
          {mayAttach && <AttachButton choose={file.choose} />}
          {mayUseTemplate && !isNote && <Button variant="default" size="xs" onClick={() => setChoosing(true)}>{words.chooseTemplate}</Button>}
          {mayWrite && !isNote && window.isOpen && <Button className="inbox-quick-button" variant="subtle" color="gray" size="xs" onClick={manage}>{words.quickReplies}</Button>}
        </Group>
        {isWritable && (
          <Button size="xs" ml="auto" onClick={send} disabled={file.chosen && !isNote ? !file.chosen.fileId : text.trim() === ''} data-testid="send">
            {isNote ? words.addNote : words.send}
          </Button>
        )}
      </Group>
      {mayUseTemplate && <TemplateChoice opened={isChoosing} close={() => setChoosing(false)} conversation={conversation} entries={entries} />}
    </div>
  )
}
